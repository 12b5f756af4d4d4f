/**
 * The outcome of an order after its answer. An order that waits for the next price is answered before it fills, so the sheet
 * that sent it follows it to its end.
 */
import { useCall } from '../../../lib/queries.ts';
import type { Trade } from '../ticket/use-trade.ts';
import type { TradeNow } from './trade-now.ts';
import { tradeNow } from './trade-now.ts';

/** The socket triggers a refetch of the list when an order ends; this interval applies while the socket is down. */
const EVERY_MS = 3000;
/** The list is newest first, and the order was placed a moment ago. */
const ITEMS = 30;

/** Undefined until the order is answered. `open`: the sheet is visible. */
export function useTradeNow<Request>({ state }: Trade<Request>, open: boolean): TradeNow | undefined {
  const result = state.stage === 'done' ? state.result : undefined;
  const waits = result?.status === 'open';
  const listed = useCall('GET coin/list', { limit: ITEMS }, { enabled: open && waits, everyMs: EVERY_MS });
  return result && tradeNow(result, listed.data?.items);
}
