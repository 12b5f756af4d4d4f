/**
 * Tracks the outcome of an order after its answer. An order that waits for the next price is answered before it is filled, so its
 * sheet follows it until it is filled or cancelled.
 */
import { useCall } from '../../../lib/queries.ts';
import type { Trade } from '../ticket/use-trade.ts';
import type { TradeNow } from './trade-now.ts';
import { tradeNow } from './trade-now.ts';

/** The polling interval while the socket is down. Otherwise events trigger the refetch. */
const EVERY_MS = 3000;
/** One page is enough, because the list is newest first and the order is new. */
const ITEMS = 30;

/** Returns undefined until the order is answered. `open` tells whether the sheet is visible. */
export function useTradeNow<Request>({ state }: Trade<Request>, open: boolean): TradeNow | undefined {
  const result = state.stage === 'done' ? state.result : undefined;
  const waits = result?.status === 'open';
  const listed = useCall('GET coin/list', { limit: ITEMS }, { enabled: open && waits, everyMs: EVERY_MS });
  return result && tradeNow(result, listed.data?.items);
}
