#!/usr/bin/env bash
# Runs the fuzz targets. A find is kept under testdata/fuzz, and is a case of
# the usual tests from there on.
#
#   ./fuzz.sh [10s]      every target once, four at a time
#   ./fuzz.sh 5m LOG     round after round; executions and finds go to a file.
#                        Of four rounds three are not guided by coverage: they
#                        are some ten times as fast, and begin with what the
#                        guided ones found to be of interest
#   ./fuzz.sh write LOG  adds the executions and finds to docs/dev/reliability.md
set -euo pipefail
cd "$(dirname "$0")"

# targets lists the folders and names of all targets.
targets() { git grep -o '^func Fuzz[A-Za-z]*' -- '*_test.go' | sed 's,/[^/]*:func,,'; }

# build makes the programs of the targets: NAME.guided, NAME.fast.
build() {
  targets | cut -d' ' -f1 | sort -u | while read -r folder; do
    go test -c -vet=off -ldflags='-s -w' -fuzz . -o "$programs/${folder//\//-}.guided" "./$folder"
    [ "${1:-}" = once ] || go test -c -vet=off -ldflags='-s -w' -o "$programs/${folder//\//-}.fast" "./$folder"
  done
}

# run fuzzes a target for a time and says: folder, target, executions, finds. A target whose time
# ends among its first inputs fails with "context deadline exceeded", which is no find.
run() {
  local folder=$1 target=$2 out finds=0 executions
  out=$(mktemp)
  (cd "$folder" && "$programs/${folder//\//-}.$4" -test.run '^$' -test.fuzz "^$target\$" -test.fuzztime "$3" -test.fuzzminimizetime 30x \
    -test.parallel 1 -test.timeout 0 -test.fuzzcachedir "$inputs/$folder") >"$out" 2>&1 </dev/null ||
    { grep -q '^ *context deadline exceeded' "$out" && ! grep -qE 'Failing input|panic:' "$out"; } || finds=1
  executions=$(grep -o 'execs: [0-9]*' "$out" | tail -n 1 | cut -d' ' -f2 || true)
  [ "$finds" = 0 ] || cat "$out" >&2
  rm -f "$out"
  printf '%s %s %s %s %s\n' "$folder" "$target" "${executions:-0}" "$finds" "$4"
  return "$finds"
}

# write adds the executions and finds of a log to the table of the document.
write() {
  awk -F' *[|] *' '
    function grouped(n,  text) {
      for (n += 0; n >= 1000; n = int(n / 1000)) text = sprintf(",%03d", n % 1000) text
      return n text
    }
    NR == FNR { split($0, word, " "); key = word[1] " " word[2]; executions[key] += word[3]; finds[key] += word[4]; next }
    /^\| `[^`]*` `Fuzz/ && NF == 6 {
      key = $2; gsub(/`/, "", key); gsub(/,/, "", $4)
      $4 += executions[key]; $5 += finds[key]; total += $4
      printf "| %s | %s | %s | %s |\n", $2, $3, grouped($4), $5
      next
    }
    /^In all [0-9,]+ executions/ { sub(/[0-9,]+/, grouped(total)) }
    { print }' "$1" docs/dev/reliability.md >docs/dev/reliability.new
  mv docs/dev/reliability.new docs/dev/reliability.md
}

set -- "${1:-10s}" "${@:2}"
case "$1" in
run) run "$2" "$3" "$4" guided ;;
write) write "$2" ;;
*)
  programs=$(mktemp -d)
  export programs
  trap 'rm -rf "$programs"' EXIT
  if [ $# = 1 ]; then
    export inputs=$programs/inputs # those of long runs take longer than a moment to try again
    build once
    targets | sed "s/\$/ $1/" | xargs -P 4 -L 1 ./fuzz.sh run
    exit
  fi
  export inputs="$(go env GOCACHE)/fuzz/muster"
  build
  for ((round = 0; ; round++)); do
    how=fast
    [ $((round % 4)) != 0 ] || how=guided
    targets | while read -r folder target; do
      run "$folder" "$target" "$1" "$how" >>"$2" || true
    done
  done
  ;;
esac
