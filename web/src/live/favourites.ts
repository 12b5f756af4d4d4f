/** The customer's favourite instruments, stored on the device. */
import { useSetting } from '../lib/device.ts';
import type { Setting } from '../lib/device.ts';

/** The default watchlist until the first favourite is added or removed. */
const favouritesDefault: readonly string[] = ['BTC/USDT', 'ETH/USDT', 'XAU/USD', 'EUR/USD'];

export function readFavourites(stored: unknown): readonly string[] {
  if (!Array.isArray(stored)) return favouritesDefault;
  return stored.filter((symbol): symbol is string => typeof symbol === 'string');
}

/** Adds the symbol at the end, or removes it. */
export function withToggled(symbols: readonly string[], symbol: string): readonly string[] {
  return symbols.includes(symbol) ? symbols.filter((other) => other !== symbol) : [...symbols, symbol];
}

const setting: Setting<readonly string[]> = {
  store: 'localStorage',
  key: 'candor.favourites',
  parse: readFavourites,
};

export type Favourites = {
  readonly symbols: readonly string[];
  readonly toggle: (symbol: string) => void;
};

export function useFavourites(): Favourites {
  const [symbols, update] = useSetting(setting);
  return { symbols, toggle: (symbol) => update((before) => withToggled(before, symbol)) };
}
