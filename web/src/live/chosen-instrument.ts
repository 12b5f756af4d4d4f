/**
 * The choice of the instrument that a screen shows: the instrument in the address, the instrument traded last, or the first
 * available one.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { useEffect, useMemo } from 'react';
import { useParam } from '../lib/location.ts';
import type { Quotation } from './quotes.ts';
import { useQuotations } from './use-quotations.ts';

const lastSymbolKey = 'candor.trade.symbol';
export const symbolDefault = 'BTC/USDT';

/** The symbol traded last. */
export function symbolLast(): string {
  const stored = readStored('localStorage', lastSymbolKey);
  return typeof stored === 'string' ? stored : symbolDefault;
}

/** Returns the first of the wanted symbols that is available, or the first available instrument. */
export function chosenAmong(
  rows: readonly Quotation[] | undefined,
  wanted: readonly unknown[],
): Quotation | undefined {
  return (
    wanted.map((symbol) => rows?.find((row) => row.symbol === symbol)).find((row) => row !== undefined) ??
    rows?.[0]
  );
}

/**
 * The instruments that a screen offers, undefined until loaded, and the selected one, which is stored. `symbol` is known before
 * the instrument's figures have loaded. `isOffered` must be the same function at every call.
 */
export function useChosenInstrument(isOffered: (row: Quotation) => boolean) {
  const asked = useParam('symbol');
  const query = useQuotations();
  const rows = useMemo(() => query.data?.filter(isOffered), [query.data, isOffered]);
  const row = chosenAmong(rows, [asked, readStored('localStorage', lastSymbolKey), symbolDefault]);
  const current = row?.symbol;
  useEffect(() => {
    if (current !== undefined) writeStored('localStorage', lastSymbolKey, current);
  }, [current]);
  return { query, rows, row, symbol: current ?? asked ?? symbolDefault };
}
