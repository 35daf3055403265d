# Subgraphs settled against seconds, one line a witness. Run by `make bench`, with the file of points as `points`.
set terminal svg size 640,400 font "Helvetica,12" background "white"
set logscale xy
set xlabel "seconds for one sweep, one thread"
set ylabel "subgraphs settled"
set key left top
set grid
witnesses = "tables playout subsets forests ilp certified plain"
plot for [index = 1:words(witnesses)] witness = word(witnesses, index) \
  sprintf("< awk -F'\\t' '$1 == \"%s\" { print $3, $2 }' %s | sort -n", witness, points) \
  using 1:2 with linespoints pointtype index dashtype index linewidth 2 title witness
