/** Limits of the operators' charts. */
export const limits = {
  /** As often as the ledger is sealed. */
  countEveryMs: 10_000,
  /** The books that the counted roots seal together. A statement should end within a second, also while it catches up. */
  booksAtOnce: 2000,
  statementsMax: 200,
  /** A month of days, or four days of hours. */
  spansMax: 100,
  /** A feed that stops again and again leaves many entries; a chart of more would say nothing else. */
  gapsMax: 20_000,
} as const;
