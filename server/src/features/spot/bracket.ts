/**
 * A purchase with a take profit, a stop loss or both. The transaction that fills the purchase also creates an order to sell what
 * was bought: a limit order, a stop order or, with both levels, a single OCO row, which can fill only once. The sale is armed
 * from the entry of the fill, even if the fill is computed later. Pure.
 */
import type { Journal } from '@candor/domain/ledger/journal.ts';
import { append, put } from '../../commands/command.ts';
import type { Effects, Facts } from '../../commands/command.ts';
import { armingsOf, holdJournal, orderEvent } from './effects.ts';
import { spotFills, spotOrders } from './tables.ts';
import type { SpotFillRow, SpotOrderRow } from './tables.ts';

type Filled = { readonly filled: SpotOrderRow; readonly fill: SpotFillRow };
type Written = Required<Pick<Effects<never>, 'journals' | 'puts' | 'appends' | 'armings' | 'events'>>;

/** Writes a fill and, if the order has a bracket, the sale that protects the purchase. */
export function protectedFill(
  { filled, fill }: Filled,
  { facts, journals }: { facts: Facts; journals: readonly Journal[] },
): Written {
  const written = {
    journals,
    puts: [put(spotOrders, filled)],
    appends: [append(spotFills, fill)],
    armings: [],
    events: [orderEvent(filled, [fill])],
  };
  const sale = saleOf({ filled, fill }, facts);
  if (sale === undefined) return written;
  return {
    ...written,
    journals: [...journals, holdJournal(sale, sale.held)],
    puts: [...written.puts, put(spotOrders, sale)],
    armings: armingsOf(sale),
    events: [...written.events, orderEvent(sale, [])],
  };
}

/** Builds the sale. It keeps the time, the fee rate and the levels that the customer accepted with the purchase. */
function saleOf({ filled, fill }: Filled, facts: Facts): SpotOrderRow | undefined {
  const { takeProfit, stopLoss } = filled;
  const type = takeProfit === null ? 'stop' : stopLoss === null ? 'limit' : 'oco';
  if (takeProfit === null && stopLoss === null) return undefined;
  return {
    ...filled,
    id: facts.newId(),
    ...{ side: 'sell', type, quantity: fill.quantity, held: fill.quantity, filledQuantity: 0n },
    ...{ price: takeProfit, stop: stopLoss, takeProfit: null, stopLoss: null, entryId: filled.id },
    ...{ status: 'open', reason: null, version: 1, armedSeq: fill.tapeSeq, updatedMs: facts.nowMs },
    ...{ budget: null, worst: null, timeInForce: 'GTC', expiresMs: null, clientOrderId: null },
    ...{ limitName: null, stopName: null },
    ...{ triggeredSeq: null, amendedMs: null, endedSeq: null, cancel: null },
  };
}
