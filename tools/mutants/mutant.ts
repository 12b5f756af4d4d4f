/** A fault that is planted in a copy of the project to see whether a test notices it. */

export type Mutant = {
  /** What is wrong, in words. */
  readonly name: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly from: string;
  readonly to: string;
  /** The test that must fail. */
  readonly test: string;
  /** If no test notices it, the reason why none needs to. */
  readonly survives?: string;
};

export type Row = readonly [name: string, file: string, from: string, to: string];

/** The faults that one test must notice. */
export const noticedBy = (test: string, ...rows: readonly Row[]): Mutant[] =>
  rows.map(([name, file, from, to]) => ({ name, file, from, to, test }));
