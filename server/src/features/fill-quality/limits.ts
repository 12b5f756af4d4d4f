/** Limits of the public list of fills, the same for everybody. */
export const limits = {
  /** Roots of the ledger per answer, and lines after which no further root is added: a root’s list is never split. */
  rootsPage: 200,
  linesPage: 2000,
  ownPage: 50,
  /** The most days listed, and the most fills counted per day. */
  daysShown: 31,
  fillsDayMax: 200_000,
  /** How long a day’s statistics are cached for all callers, and for how many days. */
  keptMs: 30_000,
  keptMax: 40,
} as const;
