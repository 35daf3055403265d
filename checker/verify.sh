#!/bin/sh
# Re-verifies the census from certificates alone: for each graph, the certificates of all its subgraphs are written to a
# file, checked by twotrees-check, and then only counted, with standard tools. Trusts nothing of twotrees but the file it
# wrote: how many different positions are in it is counted too, so that none can be missing or doubled.
# usage: checker/verify.sh BUILD GRAPH...
set -eu
build=$1
shift
file=$build/verify.cert
total=0
printf '%-14s %12s %10s %8s %8s %8s\n' graph certificates positions Short First Cut
for graph; do
  "$build/twotrees" certify --sweep "$graph" > "$file"
  answer=$("$build/twotrees-check" --count "$file" | tail -n 1)
  if [ "$answer" != "s VERIFIED" ]; then
    echo "$graph: $answer" >&2
    exit 1
  fi
  certificates=$(grep -c '^claim ' "$file")
  positions=$(awk '/^graph$/ { text = ""; inside = 1; next } /^end graph$/ { print text; inside = 0 } inside { text = text $0 ";" }' \
    "$file" | sort -u | wc -l)
  short=$(grep -c '^claim short second$' "$file" || true)
  cut=$(grep -c '^claim cut second$' "$file" || true)
  if [ "$certificates" -ne $((2 * positions)) ]; then
    echo "$graph: $certificates certificates for $positions positions" >&2
    exit 1
  fi
  printf '%-14s %12d %10d %8d %8d %8d\n' "$graph" "$certificates" "$positions" "$short" $((positions - short - cut)) "$cut"
  total=$((total + certificates))
done
rm -f "$file"
echo "$total certificates verified"
