#!/usr/bin/env bash
# Runs every benchmark and compares it with the figures that are stored in
# docs/dev/benchmarks.txt, by benchstat: what is not said to differ did not change.
#
#   ./benchmarks.sh [COUNT]        6 times each
#   ./benchmarks.sh store [COUNT]  stores the figures instead
set -euo pipefail
cd "$(dirname "$0")"
stored=docs/dev/benchmarks.txt
store=
if [ "${1:-}" = store ]; then
  store=1
  shift
fi
new=$(mktemp)
trap 'rm -f "$new"' EXIT
git grep -l '^func Benchmark' -- '*_test.go' | xargs -n 1 dirname | sort -u | sed 's,^,./,' |
  xargs go test -run '^$' -bench . -benchmem -benchtime "${BENCHTIME:-200ms}" -count "${1:-6}" -p 1 | tee "$new"
if [ -n "$store" ]; then
  cp "$new" "$stored"
else
  go run golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da stored="$stored" now="$new"
fi
