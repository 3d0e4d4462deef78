/** What is thrown. `message` says all of it in a sentence. */
export interface EquipoiseError extends Error {
  name: "EquipoiseError";
  /** What sort of thing is wrong: "syntax", "shape", "usage", "stopped", "impossible", ... */
  kind: string;
  /** Where in a text: a path such as `rows[1][1]`, a line and column, or both. */
  where?: string;
  line?: number;
  column?: number;
  /** What was expected there. */
  expected?: string;
}

/** What a call may use up; reaching a limit throws an error of the kind "stopped", or is told in the answer. */
export interface Limits {
  seconds?: number;
  /** Runs of propagators: a limit that is the same on every machine. */
  work?: number | bigint;
}

/** The values of a board, in the shape that the rules of its kind give. */
export type Board = unknown[];

/** A puzzle as JSON. */
export type PuzzleJson = { puzzle: string } & Record<string, unknown>;

export type Picture = "text" | "ascii" | "svg";

export interface Kind {
  name: string;
  aliases: string[];
  title: string;
  rules: { name: string; says: string }[];
  /** The rules for people, in Markdown. */
  rulesText: string;
  techniques: string[];
  sizeSays: string;
  /** What `generate` makes unless another size is asked for, and the sizes that people are offered. */
  size: number;
  sizes: number[];
  /** The kind's own options of `generate`: a number in a range, or yes and no. */
  options: { name: string; says: string; range?: [number, number] }[];
}

export interface GenerateOptions extends Limits {
  size?: number;
  seed?: number | bigint | string;
  index?: number | bigint;
  clues?: "min" | "fewest" | number | [number, number];
  difficulty?: Difficulty;
  /** A technique that it needs. */
  technique?: string;
  /** A technique that it does without. */
  without?: string;
  /** The kind's own options. */
  [option: string]: unknown;
}

export type Difficulty = "gentle" | "easy" | "medium" | "hard" | "fiendish" | "guesswork";

export interface Answer {
  verdict: "unique" | "several" | "none" | "unknown";
  /** At most two. */
  solutions: Board[];
  /** The limit that was reached, where the verdict is unknown. */
  stopped?: string;
  statistics: Statistics;
}

/** The texts of the three files that `equipoise certify` writes. */
export interface Certificate {
  verdict: "unique" | "several" | "none";
  /** The rules as a pseudo-Boolean formula. */
  formula: string;
  proof: string;
  /** What the two claim, as JSON with hashes. */
  manifest: string;
}

export interface Statistics {
  seconds: number;
  nodes: number;
  backtracks: number;
  resumptions: number;
  entailments: number;
  prunings: number;
  constraints: number;
  restarts: number;
  peak_depth: number;
}

export interface Checked {
  solved: boolean;
  complete: boolean;
  violations: { rule: string; places: string[]; message: string }[];
}

export interface Grade {
  band: Difficulty;
  hardest: number;
  effort: number;
  width: number;
  levels: number[];
  version: number;
}

export interface RuleUse {
  rule: string;
  places: string[];
  at?: string;
}

export interface Step {
  level: number;
  score: number;
  technique: string;
  text: string;
  because: RuleUse[];
  facts: { id: string; place: string; values: number[] }[];
  removes: { id: string; place: string; values: number[] }[];
  sets: { id: string; place: string; value: number }[];
}

/** A step, or as much of one as a deduction needs. */
export interface Deduction {
  because?: { rule: string; places?: string[]; at?: string }[];
  facts?: { place: string; values: number[] }[];
  removes?: { place: string; values: number[] }[];
  sets?: { place: string; value: number }[];
}

export interface Judgement {
  ruling: string;
  /** The same in a sentence. */
  text: string;
  /** A board that refutes it, if it is not sound. */
  board?: Board;
  stopped?: string;
  [field: string]: unknown;
}

export interface HintOptions extends Limits {
  /** From 1 (where to look) to 4 (the result, the default). */
  level?: 1 | 2 | 3 | 4;
}

export interface Hint {
  /** What it says, up to its level. */
  says: string[];
  solved?: boolean;
  verdict?: "none" | "several";
  rung?: number;
  where?: string[];
  clash?: string[];
  because?: RuleUse[];
  technique?: string;
  step?: Step;
  enter?: Record<string, number>;
  strike?: Record<string, string>;
  [field: string]: unknown;
}

export interface Target {
  id: string;
  name: string;
  given: boolean;
  values: number[];
  choices: { value: number; key: string | null; label: string | null }[];
  candidates: number[] | null;
}

export interface Line {
  tone: "heading" | "plain" | "notable" | "good" | "wrong" | "soft";
  text: string;
}

export interface Held {
  shift?: boolean;
  control?: boolean;
}
