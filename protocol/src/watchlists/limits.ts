/** Limits of watchlists, the same for everybody. The database has them too. */
export const watchlistLimits = { lists: 20, symbols: 100, nameLength: 30 } as const;
