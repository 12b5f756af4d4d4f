/** The instruments for the screen tests: a few of each kind, with realistic prices. */
export type Instrument = {
  readonly symbol: string;
  readonly kind: 'crypto' | 'forex' | 'metal';
  readonly price: string;
  readonly tick: string;
};

export const instruments: readonly Instrument[] = [
  { symbol: 'BTC/USDT', kind: 'crypto', price: '65432.1', tick: '0.1' },
  { symbol: 'ETH/USDT', kind: 'crypto', price: '3210.55', tick: '0.01' },
  { symbol: 'EUR/USD', kind: 'forex', price: '1.08123', tick: '0.00001' },
  { symbol: 'USD/JPY', kind: 'forex', price: '151.234', tick: '0.001' },
  { symbol: 'XAU/USD', kind: 'metal', price: '2345.67', tick: '0.01' },
];

export const SYMBOLS: readonly string[] = instruments.map(({ symbol }) => symbol);
export const CURRENCIES = ['USDT', 'BTC', 'ETH', 'USD', 'EUR', 'JPY'] as const;

/** Returns the item at an index, cycling through the items. */
export function nth<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length];
  if (item === undefined) throw new Error('expected at least one item, found none');
  return item;
}
