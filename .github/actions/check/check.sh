#!/usr/bin/env bash
# Checks $LISTS, files or folders separated by blanks, by $EVENT if there is one.
set -euo pipefail
read -ra lists <<<"$LISTS"
muster check "${lists[@]}" --format github ${EVENT:+--event "$EVENT"}
