/** Which instrument the Trade tab shows: that of the address, else the one traded last, else the first that can be. */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { useEffect } from 'react';
import type { Quotation } from './quotes.ts';

const lastSymbolKey = 'candor.trade.symbol';
export const symbolDefault = 'BTC/USDT';

/** `tradable` is undefined until it is read; what is chosen is remembered. */
export function useChosenInstrument(
  tradable: readonly Quotation[] | undefined,
  symbol: string | undefined,
): Quotation | undefined {
  const last = readStored('localStorage', lastSymbolKey);
  const row =
    [symbol, last, symbolDefault]
      .map((wanted) => tradable?.find((known) => known.symbol === wanted))
      .find((known) => known !== undefined) ?? tradable?.[0];
  const current = row?.symbol;
  useEffect(() => {
    if (current !== undefined) writeStored('localStorage', lastSymbolKey, current);
  }, [current]);
  return row;
}
