/** The customer's favourite instruments, stored on the device. */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { create } from 'zustand';

const storageKey = 'candor.favourites';
/** The default watchlist until the first favourite is added or removed. */
const favouritesDefault: readonly string[] = ['BTC/USDT', 'ETH/USDT', 'XAU/USD', 'EUR/USD'];

type Favourites = {
  readonly symbols: readonly string[];
  readonly toggle: (symbol: string) => void;
};

export function readFavourites(stored: unknown): readonly string[] {
  if (!Array.isArray(stored)) return favouritesDefault;
  return stored.filter((symbol): symbol is string => typeof symbol === 'string');
}

export const useFavourites = create<Favourites>()((set, get) => ({
  symbols: readFavourites(readStored('localStorage', storageKey)),
  toggle: (symbol) => {
    const before = get().symbols;
    const symbols = before.includes(symbol)
      ? before.filter((other) => other !== symbol)
      : [...before, symbol];
    set({ symbols });
    writeStored('localStorage', storageKey, symbols);
  },
}));
