#!/usr/bin/env bash
# Fills fuzz/corpus with the built-in puzzles in every format, to start from.
#     cargo build --release -p equipoise-cli && fuzz/seed.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
equipoise=target/release/equipoise
mkdir -p fuzz/corpus/{json,text,prolog,board,solve,code}
for name in $("$equipoise" list | awk '{print $1}'); do
  file=${name//\//_}
  "$equipoise" convert --to json "$name" | tee "fuzz/corpus/json/$file" > "fuzz/corpus/solve/$file"
  for format in text prolog; do
    "$equipoise" convert --to "$format" "$name" > "fuzz/corpus/solve/$file.$format"
    # The first byte chooses the kind.
    for kind in 0 1 2 3 4 5; do
      { printf "\\x0$kind"; "$equipoise" convert --to "$format" "$name"; } > "fuzz/corpus/$format/$file.$kind"
    done
  done
  # The first byte chooses the puzzle; the rest is a board.
  for puzzle in 0 1 2 3 4 5 6 7 8 9 a b c d e; do
    { printf "\\x0$puzzle"; "$equipoise" solve --first --json "$name" | sed 's/.*"solutions":\[\(.*\)\],"count".*/\1/'; } \
      > "fuzz/corpus/board/$file.$puzzle"
  done
done
# What follows the version and the checksum of a code.
number=0
grep -v '^#' crates/studio/tests/codes_v1.txt | while read -r code _; do
  number=$((number + 1))
  text=$(printf '%s' "${code:1}" | tr -- '-_' '+/')
  while [ $((${#text} % 4)) -ne 0 ]; do text="$text="; done
  printf '%s' "$text" | base64 -d | tail -c +4 > "fuzz/corpus/code/$number"
done
