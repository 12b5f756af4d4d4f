/**
 * The choice of the instrument that a screen shows: the instrument in the address, the instrument that its product showed last, or
 * the first available one.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { useEffect, useMemo } from 'react';
import { useParam } from '../lib/location.ts';
import type { Quotation } from './quotes.ts';
import { useQuotations } from './use-quotations.ts';

/** A product of the Trade tab, which remembers its instrument. */
export type TradedProduct = 'spot' | 'contract' | 'option' | 'forex';

const lastSymbolKey = (product: TradedProduct): string => `candor.trade.symbol.${product}`;

/** The instrument that a product shows before the first choice. */
function symbolDefaultOf(product: TradedProduct): string {
  return product === 'forex' ? 'EUR/USD' : symbolDefault;
}

export const symbolDefault = 'BTC/USDT';

/** The symbol that a product showed last. */
export function symbolLast(product: TradedProduct): string {
  const stored = readStored('localStorage', lastSymbolKey(product));
  return typeof stored === 'string' ? stored : symbolDefaultOf(product);
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
export function useChosenInstrument(product: TradedProduct, isOffered: (row: Quotation) => boolean) {
  const asked = useParam('symbol');
  const query = useQuotations();
  const rows = useMemo(() => query.data?.filter(isOffered), [query.data, isOffered]);
  const row = chosenAmong(rows, [asked, symbolLast(product), symbolDefaultOf(product)]);
  const current = row?.symbol;
  useEffect(() => {
    if (current !== undefined) writeStored('localStorage', lastSymbolKey(product), current);
  }, [product, current]);
  return { query, rows, row, symbol: current ?? asked ?? symbolLast(product) };
}
