// Compiled, not run: the declarations say what the package does.

import { Game, addRules, generate, kinds, open, read } from "equipoise";
import type { Answer, Board, Certificate, EquipoiseError, Grade, Hint, Step } from "equipoise";

const puzzle = open("gap/seed-1");
const answer: Answer = puzzle.solve({ seconds: 1, work: 100n });
const board: Board | undefined = answer.solutions[0];
const steps: Step[] = puzzle.explain().steps;
const grade: Grade = puzzle.grade({ seconds: 3 });
const certificate: Certificate = puzzle.certify({ seconds: 3 });
const hint: Hint = puzzle.hint(board, { level: 2 });
const count: number | bigint = puzzle.count();
const text: string = puzzle.draw("svg", board) + steps[0]?.text + hint.says.join() + grade.band + String(count) + certificate.proof;
const game: Game = read(text, "gap").play();
const said: string[] = game.enter("r1c1", 1);
game.mark("r1c1");
game.press("z", { control: true });
generate("weight", { size: 8, bars: 3, clues: [0, 2], difficulty: "easy", seed: "7" });
addRules(kinds()[0]?.rulesText ?? "");
try {
  puzzle.check([[said]]);
} catch (error) {
  const { kind, where, expected }: EquipoiseError = error as EquipoiseError;
  console.log(kind, where, expected);
}

// @ts-expect-error There is no such difficulty.
generate("gap", { difficulty: "nice" });
// @ts-expect-error There is no such picture.
puzzle.draw("png");
// @ts-expect-error A board is no number.
puzzle.check(7);
// @ts-expect-error There is no such level.
puzzle.hint(undefined, { level: 5 });
