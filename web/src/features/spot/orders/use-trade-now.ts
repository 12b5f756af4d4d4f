/**
 * What became of an order after its answer. One that waits for the next price is answered before it fills, so the sheet
 * that sent it follows the order to its end.
 */
import { useCall } from '../../../lib/queries.ts';
import type { Trade } from '../ticket/use-trade.ts';
import type { TradeNow } from './trade-now.ts';
import { tradeNow } from './trade-now.ts';

/** The socket has the list read again when an order ends; this holds while the socket is down. */
const EVERY_MS = 3000;
/** Newest first, and the order was placed a moment ago. */
const ITEMS = 30;

/** Undefined until the order is answered. `open`: the sheet is being looked at. */
export function useTradeNow<Request>({ state }: Trade<Request>, open: boolean): TradeNow | undefined {
  const result = state.stage === 'done' ? state.result : undefined;
  const waits = result?.status === 'open';
  const listed = useCall('GET coin/list', { limit: ITEMS }, { enabled: open && waits, everyMs: EVERY_MS });
  return result && tradeNow(result, listed.data?.items);
}
