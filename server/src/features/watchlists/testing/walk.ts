/** A successful example of each watchlist call. */
export function waysOf() {
  return {
    'GET watchlists': {},
    'POST watchlists': { version: 0, items: [{ name: '', symbols: ['BTC/USDT', 'EUR/USD'] }] },
  };
}
