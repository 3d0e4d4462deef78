% Weight: the leaves are 1..N, each once; at each bar the torques of the two sides are equal.
% The total of each bar is a variable; the root's is known.

solve(weight(N, Tree), Leaves) :-
    Sum is N * (N + 1) // 2,
    fd_set_vector_max(Sum),
    bar(Tree, N, Sum, Leaves, [], _),
    fd_all_different(Leaves),
    label(Leaves).

label(Leaves) :- fd_labeling(Leaves, [variable_method(ff), value_method(max)]).

% bar(+Things, +N, ?Total, -Leaves, ?Rest, -Count): what hangs on a bar, and what it weighs.
bar(Things, N, Total, Leaves, Rest, Count) :-
    things(Things, N, Leaves, Rest, Weights, Left, Right, 0, Count),
    sum(Weights, Weight), Total #= Weight,
    Left #= Right.

things([], _, Rest, Rest, [], 0, 0, Count, Count).
things([At-Thing|Things], N, Leaves, Rest, [Weight|Weights], Left, Right, Before, Count) :-
    thing(Thing, N, Weight, Leaves, More, Here),
    Distance is abs(At),
    ( At < 0 -> Left = Distance * Weight + Lefts, Right = Rights
    ; At > 0 -> Left = Lefts, Right = Distance * Weight + Rights
    ; Left = Lefts, Right = Rights ),
    Now is Before + Here,
    things(Things, N, More, Rest, Weights, Lefts, Rights, Now, Count).

thing(leaf(0), N, Leaf, [Leaf|Rest], Rest, 1) :- !, fd_domain(Leaf, 1, N).
thing(leaf(Leaf), _, Leaf, [Leaf|Rest], Rest, 1).
thing(bar(Things), N, Total, Leaves, Rest, Count) :-
    bar(Things, N, Total, Leaves, Rest, Count),
    Least is Count * (Count + 1) // 2, Most is Count * (2 * N - Count + 1) // 2,
    fd_domain(Total, Least, Most).
