/** Limits of the operators' charts. */
export const limits = {
  /** As often as the ledger is sealed. */
  countEveryMs: 10_000,
  /** A root covers up to a few thousand journals, and a statement should end within a second. */
  rootsAtOnce: 5,
  statementsMax: 200,
  /** A month of days, or four days of hours. */
  spansMax: 100,
  /** A feed that stops again and again leaves many entries; a chart of more would say nothing else. */
  gapsMax: 20_000,
} as const;
