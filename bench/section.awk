# section.awk: puts a section into BENCHMARKS.md, in place of the one with the same heading or at the end:
#   awk -v section=FILE -f bench/section.awk BENCHMARKS.md
# A section goes from its heading, of one # or two, to the next. The file's first line is the heading.
BEGIN {
  while ((getline line < section) > 0) {
    if (heading == "") heading = line
    text = text line "\n"
  }
}
/^##? / {
  if (inside) print ""
  inside = $0 == heading
  if (inside) {
    printf "%s", text
    placed = 1
  }
}
!inside
END {
  if (!placed) printf "\n%s", text
}
