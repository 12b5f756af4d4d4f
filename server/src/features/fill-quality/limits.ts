/** Limits of the public list of fills; they are the same for every caller. */
export const limits = {
  /**
   * Maximum number of ledger roots per answer, and the number of lines after which no further root is added. The list of one root
   * is never split.
   */
  rootsPage: 200,
  linesPage: 2000,
  ownPage: 50,
  /** Maximum number of days listed, and of fills counted per day. */
  daysShown: 31,
  fillsDayMax: 200_000,
  /** How long a day's statistics are cached (for all callers together), and how many days are cached. */
  keptMs: 30_000,
  keptMax: 40,
} as const;
