/** Limits of news and help. */
export const limits = {
  /** Maximum number of articles, including those that ship with the software, and of search results. */
  articlesMax: 500,
  foundMax: 30,
  /** The console lists this many of the newest versions of an article. */
  versionsShownMax: 100,
  /** Searches that may wait for the search thread, and how long a search may take before the thread is restarted. */
  searchesWaitingMax: 32,
  searchMs: 20_000,
  /** Size of the cache of article photos, and concurrent lookups of photos that are not cached. */
  picturesKeptBytes: 64 * 1024 * 1024,
  pictureLookupsMax: 16,
  /** Images per operator in 24 hours. */
  picturesDayMax: 50,
} as const;
