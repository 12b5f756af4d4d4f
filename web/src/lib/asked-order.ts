/** The order that a link asks a ticket for: a limit or a stop at a price, as chosen on a chart. */
import { parseAmount } from '@candor/domain/money/amount.ts';
import { useMemo } from 'react';
import { useParam } from './location.ts';

export type AskedOrder = { readonly type: 'limit' | 'stop'; readonly price: string };

/** Undefined if the address asks for no order, or for one that no ticket can show. */
export function useAskedOrder(): AskedOrder | undefined {
  const type = useParam('type');
  const price = useParam('price');
  return useMemo(() => {
    const isPrice = price !== undefined && (parseAmount(price) ?? 0n) > 0n;
    return isPrice && (type === 'limit' || type === 'stop') ? { type, price } : undefined;
  }, [type, price]);
}
