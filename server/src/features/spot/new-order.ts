/** The row of an accepted order. Pure. */
import type { Amount } from '@candor/domain/money/amount.ts';
import { spotPrice } from '@candor/domain/trading/spot.ts';
import { trailingDistance } from '@candor/domain/trading/trailing.ts';
import type { Facts, Head } from '../../commands/command.ts';
import type { PairOrder } from './rules.ts';
import type { SpotOrderRow } from './tables.ts';

type Optional =
  | 'amount'
  | 'worstPrice'
  | 'stopPrice'
  | 'timeInForce'
  | 'expiresMs'
  | 'clientOrderId'
  | 'limitName'
  | 'stopName'
  | 'trailing'
  | 'trailingBps'
  | 'bracket';
type Placed = Pick<PairOrder, 'instrument' | 'side' | 'type' | 'price'> & Partial<Pick<PairOrder, Optional>>;

/** A trailing stop's best price is measured from the newest entry at acceptance. */
function trailOf(order: Placed, head: Head): Pick<SpotOrderRow, 'trailDistance' | 'trailBps' | 'trailSeq'> {
  const distance = trailingDistance(order, spotPrice(order.side, head));
  if (distance === undefined) return { trailDistance: null, trailBps: null, trailSeq: null };
  return { trailDistance: distance, trailBps: order.trailingBps ?? null, trailSeq: head.seq };
}

/** Returns the row without the fields that differ between an immediate fill and a resting order. */
export function newOrder(
  from: {
    order: Placed;
    quantity: Amount;
    head: Head;
  },
  to: { facts: Facts; id: bigint },
): SpotOrderRow {
  const { order, quantity, head } = from;
  return {
    book: to.facts.book,
    id: to.id,
    symbol: order.instrument.symbol,
    toSymbol: null,
    side: order.side,
    type: order.type,
    quantity,
    price: order.price ?? null,
    filledQuantity: 0n,
    feeRate: order.instrument.spotFeeRate,
    status: 'filled',
    reason: null,
    version: 1,
    armedSeq: head.seq,
    held: 0n,
    createdMs: to.facts.nowMs,
    updatedMs: to.facts.nowMs,
    fillAgeMs: head.fillAgeMs,
    ...{ toArmedSeq: null, toFillAgeMs: null, toFeeRate: null },
    budget: order.amount ?? null,
    worst: order.worstPrice ?? null,
    priced: [],
    stop: order.stopPrice ?? null,
    triggeredSeq: null,
    timeInForce: order.timeInForce ?? 'GTC',
    expiresMs: order.expiresMs ?? null,
    clientOrderId: order.clientOrderId ?? null,
    limitName: order.limitName ?? null,
    stopName: order.stopName ?? null,
    amendedMs: null,
    ...trailOf(order, head),
    takeProfit: order.bracket?.takeProfit ?? null,
    stopLoss: order.bracket?.stopLoss ?? null,
    entryId: null,
    ...{ endedSeq: null, cancel: null },
  };
}
