% Weight: the leaves are 1..N, each once; at each bar the torques add up to 0.
% The total of each bar is a variable; the root's is known.

solve(weight(N, Tree), Leaves) :-
    Sum is N * (N + 1) // 2,
    phrase(bar(Tree, N, Sum), Leaves),
    all_distinct(Leaves),
    labeling([ff, down], Leaves).

bar(Things, N, Total) -->
    things(Things, N, Distances, Weights),
    { sum(Weights, #=, Total), scalar_product(Distances, Weights, #=, 0) }.

things([], _, [], []) --> [].
things([At-Thing|Things], N, [At|Distances], [Weight|Weights]) -->
    thing(Thing, N, Weight),
    things(Things, N, Distances, Weights).

thing(leaf(Given), N, Leaf) --> [Leaf], { Given =:= 0 -> Leaf in 1..N ; Leaf = Given }.
thing(bar(Things), N, Total) -->
    { leaves(Things, Count),
      Least is Count * (Count + 1) // 2, Most is Count * (2 * N - Count + 1) // 2,
      Total in Least..Most },
    bar(Things, N, Total).

leaves(Things, Count) :- foldl(count, Things, 0, Count).

count(_-leaf(_), Before, Count) :- Count is Before + 1.
count(_-bar(Things), Before, Count) :- foldl(count, Things, Before, Count).
