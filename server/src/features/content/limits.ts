/** Limits of news and help. */
export const limits = {
  /** Articles, including those that come with the software, and search results. */
  articlesMax: 500,
  foundMax: 30,
  /** The console lists this many of the newest versions of an article. */
  versionsShownMax: 100,
  /** Searches that wait for the search thread, and how long one may take before the thread is restarted. */
  searchesWaitingMax: 32,
  searchMs: 20_000,
  /** Article photos in memory, and concurrent lookups of photos that are not in memory. */
  picturesKeptBytes: 64 * 1024 * 1024,
  pictureLookupsMax: 16,
  /** Images per operator in 24 hours. */
  picturesDayMax: 50,
} as const;
