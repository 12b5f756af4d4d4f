/** The names of public rooms: `quotes`, `quote:<symbol>`, `candle:<symbol>:<period>`. */
import { candlePeriods } from '@candor/protocol/market/schemas.ts';

export type CandlePeriod = (typeof candlePeriods)[number];
export type Room =
  | { readonly kind: 'quotes' }
  | { readonly kind: 'quote'; readonly symbol: string }
  | { readonly kind: 'candle'; readonly symbol: string; readonly period: CandlePeriod };

/** Parses a room's name. Returns undefined if there is no such room. */
export function parseRoom(name: string, isSymbol: (text: string) => boolean): Room | undefined {
  const [kind, symbol, period, ...rest] = name.split(':');
  if (rest.length > 0) return undefined;
  if (kind === 'quotes') return symbol === undefined ? { kind } : undefined;
  if (symbol === undefined || !isSymbol(symbol)) return undefined;
  if (kind === 'quote') return period === undefined ? { kind, symbol } : undefined;
  if (kind !== 'candle') return undefined;
  const known = candlePeriods.find((each) => each === period);
  return known === undefined ? undefined : { kind, symbol, period: known };
}
