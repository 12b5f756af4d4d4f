/** Limits of what the platform publishes about itself: page sizes, and how long an answer is cached for all callers. */
export const limits = {
  voidsKeptMs: 5000,
  voidsKeptMax: 64,
  /** Gaps, halts and rejected quotes per page. */
  pausesPage: 50,
  /** The keys of this many of the simulated market's newest days are published. */
  marketDaysMax: 60,
  /** Runs of a day per answer. Each start of the server begins a run. */
  marketRunsPage: 200,
  /** Entries of the public log per answer that concern the calling customer. */
  ownEntriesPage: 200,
} as const;
