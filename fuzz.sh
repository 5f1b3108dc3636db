#!/usr/bin/env bash
# Runs every fuzz target for a while, one after another: ./fuzz.sh 5s, or 20m.
# A find ends the run; its input then stands under testdata/fuzz and is a case
# of the usual tests from there on.
set -euo pipefail
cd "$(dirname "$0")"
for file in $(git grep -l '^func Fuzz' -- '*_test.go'); do
  for target in $(sed -n 's/^func \(Fuzz[A-Za-z]*\).*/\1/p' "$file"); do
    printf '%s %s\n' "$(dirname "$file")" "$target"
    go test -run '^$' -fuzz "^$target\$" -fuzztime "${1:-5s}" -fuzzminimizetime 5s "./$(dirname "$file")" | tail -n 20
  done
done
