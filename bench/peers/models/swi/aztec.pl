% Aztec Math: each cell, with the two below it, is a triple of the four operations.

solve(aztec(Givens), Cells) :-
    maplist(maplist(cell), Givens, Rows),
    maplist(all_distinct, Rows),
    stacked(Rows, Stacks),
    findall([Top, A, B], triple(Top, A, B), Triples),
    tuples_in(Stacks, Triples),
    append(Rows, Cells),
    labeling([ff], Cells).

cell(Given, Cell) :- Given =:= 0 -> Cell in 1..9 ; Cell = Given.

triple(Top, A, B) :-
    between(1, 9, A), between(1, 9, B), A =\= B,
    findall(T, operation(A, B, T), Ts), sort(Ts, Tops),
    member(Top, Tops), between(1, 9, Top).

operation(A, B, T) :- T is A + B.
operation(A, B, T) :- T is abs(A - B).
operation(A, B, T) :- T is A * B.
operation(A, B, T) :- 0 =:= max(A, B) mod min(A, B), T is max(A, B) // min(A, B).

% Each cell with the two below it.
stacked([_], []).
stacked([Upper, Lower|Rows], Stacks) :-
    Lower = [_|Shifted],
    stacks(Upper, Lower, Shifted, Stacks, Rest),
    stacked([Lower|Rows], Rest).

stacks([], _, _, Rest, Rest).
stacks([Top|Tops], [A|As], [B|Bs], [[Top, A, B]|Stacks], Rest) :- stacks(Tops, As, Bs, Stacks, Rest).
