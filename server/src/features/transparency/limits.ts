/** Limits of what the platform publishes about itself: pages, and how long an answer is kept for all callers. */
export const limits = {
  voidsKeptMs: 5000,
  voidsKeptMax: 64,
  /** Silences, halts and refused quotes per page. */
  pausesPage: 50,
  /** Keys of this many of the simulated market's newest days are published. */
  marketDaysMax: 60,
  /** Runs of a day per answer. Each start of the server is a run. */
  marketRunsPage: 200,
  /** A customer's entries of the public log per answer. */
  ownEntriesPage: 200,
} as const;
