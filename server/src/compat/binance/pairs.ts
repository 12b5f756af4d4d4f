/**
 * Spot pairs under the names that these clients use: BTCUSDT is our BTC/USDT. Forex and metals are not spot, so they aren't
 * listed.
 */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { instruments } from '../../quotes/catalogue.ts';

export type Pair = { readonly name: string; readonly instrument: ContractInstrument };

const spot: ReadonlyMap<string, Pair> = new Map(
  [...instruments.values()]
    .filter((instrument) => instrument.spot)
    .map((instrument) => {
      const name = instrument.symbol.replace('/', '');
      return [name, { name, instrument }];
    }),
);

export const listedSymbols: readonly string[] = [...spot.keys()];

export function pairOf(name: string): Pair | undefined {
  return spot.get(name);
}

/** Returns the clients' name of one of our symbols, or undefined if it is not a spot pair. */
export function nameOf(symbol: string): string | undefined {
  const name = symbol.replace('/', '');
  return spot.has(name) ? name : undefined;
}
