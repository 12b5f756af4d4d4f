/** The current profit or loss of a customer's open positions in both products if all were closed now. */
import { useEffect } from 'react';
import { useSignedIn } from '../lib/customer.ts';
import type { Product } from '../live/position-list.ts';
import { useTotals } from './list/use-totals.ts';
import { usePositions } from './use-positions.ts';

export type OpenProfit = {
  /** The profit in USDT, or undefined until every position and its price are known. */
  readonly openProfit: string | undefined;
  readonly positions: number;
  readonly failed: boolean;
  readonly readAgain: () => void;
};

function useHeld(product: Product) {
  const query = usePositions(product, { part: 'holding', enabled: useSignedIn() });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { ...query, held: hasNextPage ? undefined : query.data };
}

export function useOpenProfit(): OpenProfit {
  const contract = useHeld('contract');
  const forex = useHeld('forex');
  const isKnown = contract.held !== undefined && forex.held !== undefined;
  const held = [...(contract.held ?? []), ...(forex.held ?? [])];
  const { ownProfit } = useTotals(held);
  const lists = [contract, forex];
  return {
    openProfit: isKnown ? ownProfit : undefined,
    positions: held.length,
    failed: lists.some(({ isError, data }) => isError && data === undefined),
    readAgain: () => {
      for (const { isError, refetch } of lists) if (isError) void refetch();
    },
  };
}
