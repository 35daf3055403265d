# Seconds against edges: forests (solid) and the better of the plain pebble games (dashed). Run by `make bench-large`,
# with the file of points as `points`.
set terminal svg size 720,480 font "Helvetica,12" background "white"
set logscale xy
set xlabel "edges"
set ylabel "processor seconds, one thread"
set format "10^{%T}"
set key outside right
set grid
set linetype 5 linecolor "#a07000"
families = system(sprintf("cut -f1 %s | uniq | tr ' ' '_'", points))
name(family) = system(sprintf("echo '%s' | tr '_' ' '", family))
best(family, methods) = sprintf( \
  "< awk -F'\\t' '$1 == \"%s\" && $2 ~ /%s/ && (!($3 in least) || $4 < least[$3]) { least[$3] = $4 } \
     END { for (edges in least) print edges, least[edges] }' %s | sort -n", name(family), methods, points)
plot for [index = 1:words(families)] best(word(families, index), "forests") \
    using 1:2 with linespoints linetype index pointtype index linewidth 2 title name(word(families, index)), \
  for [index = 1:words(families)] best(word(families, index), "first$") \
    using 1:2 with linespoints linetype index pointtype index dashtype 2 linewidth 1 notitle, \
  NaN with lines linecolor "black" linewidth 2 title "forests", \
  NaN with lines linecolor "black" dashtype 2 title "pebble game"
