/** Which instrument a screen shows: that of the address, else the one traded last, else the first that can be. */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { useEffect, useMemo } from 'react';
import { useParam } from '../lib/location.ts';
import type { Quotation } from './quotes.ts';
import { useQuotations } from './use-quotations.ts';

const lastSymbolKey = 'candor.trade.symbol';
export const symbolDefault = 'BTC/USDT';

/** The first of the wanted symbols that can be had, else the first that can. */
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
 * The instruments that a screen offers, undefined until they are read, and the one of them that it shows, which is remembered.
 * `symbol` is the one that it will show, known before its figures are. `isOffered` is the same function at every call.
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
