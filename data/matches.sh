#!/bin/sh
# Plays the matches of RESULTS.md, one row a cell: the command, a tab, and the record that it printed. Cells that the
# file has already are left alone, so that a run that was stopped goes on where it was; a cell whose command changes here
# is played anew. Rows that no cell asks for any more are dropped at the end.
# usage: data/matches.sh PROGRAM FILE
set -eu
program=$1
file=$2
wanted=$file.wanted
touch "$file"
: > "$wanted"
trap 'rm -f "$wanted"' EXIT

cell() {
  command="match bridgit:$1 --first $2 --second $3 --games 1000 --seed 1 --colour both --openings $4 --budget 1000 --json"
  command="$command${5:+ $5}"
  printf '%s\n' "$command" >> "$wanted"
  grep -qF "$command	" "$file" && return
  record=$("$program" $command --threads 1)
  printf '%s\t%s\n' "$command" "$record" >> "$file"
  echo "$command"
}

for size in 4 5 7 10; do
  for level in easy medium hard hard3 shannon; do
    cell $size $level perfect 0 # from the empty board
    cell $size $level perfect 2 # first, after a random move of either side
    cell $size perfect $level 3 --won # second, on move in a won position after three random plies
    cell $size $level $level 2
  done
  cell $size hard hard3 2
  cell $size hard3 hard 2
done

# In the order of the cells, and only those.
while read -r command; do grep -F "$command	" "$file"; done < "$wanted" > "$file.new"
cmp -s "$file.new" "$file" && rm "$file.new" || mv "$file.new" "$file"
