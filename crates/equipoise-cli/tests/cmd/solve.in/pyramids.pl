% Two small pyramids.
aztec([[A], [8, 9], [B, C, 2]]).
aztec([[Top], [7, Right], [2, Middle, 9]]).
