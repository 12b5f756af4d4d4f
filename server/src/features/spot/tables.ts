/** The rows of spot orders and fills, as the command executor reads and writes them. */
import { fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { OrderType } from '@candor/domain/trading/conditions.ts';
import type { Side } from '@candor/domain/trading/spot.ts';
import { amount, bigint, group, json, key, text, typed, whole } from '../../commands/fields.ts';
import type { Codec } from '../../commands/fields.ts';
import { log, table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export type { OrderType };
export type TimeInForce = 'GTC' | 'IOC' | 'FOK' | 'GTD';

export type PricedLeg = { readonly leg: 1 | 2; readonly tapeSeq: bigint; readonly price: Amount };

const pricedKept: Codec<
  readonly PricedLeg[],
  readonly { readonly leg: 1 | 2; readonly tape_seq: string; readonly price: string }[]
> = {
  keep: (legs) =>
    legs.map(({ leg, tapeSeq, price }) => ({ leg, tape_seq: tapeSeq.toString(), price: toNumeric(price) })),
  read: (legs) =>
    legs.map(({ leg, tape_seq, price }) => ({ leg, tapeSeq: BigInt(tape_seq), price: fromNumeric(price) })),
};

export const spotOrders = table(
  'spot_order',
  {
    ...key,
    symbol: text().fixed(),
    toSymbol: text().orNull().fixed(),
    side: text<Side>().fixed(),
    type: text<OrderType>().fixed(),
    quantity: amount(),
    price: amount().orNull(),
    filledQuantity: amount(),
    /** The fee rate on acceptance; for a coin-to-coin order, the rate of the coin sold. */
    feeRate: amount().fixed(),
    status: text<'open' | 'filled' | 'cancelled'>(),
    reason: text().orNull(),
    version: whole(),
    armedSeq: bigint(),
    held: amount(),
    /**
     * The time of acceptance by the market clock. `armedSeq` is the newest entry at this time, or the entry at which a limit
     * order was rearmed.
     */
    createdMs: whole().fixed(),
    updatedMs: whole(),
    /**
     * The maximum age in milliseconds at which the newest entry fills the order on acceptance. `toFillAgeMs` is the same for the
     * coin bought by a coin-to-coin order.
     */
    fillAgeMs: whole().fixed(),
    toArmedSeq: bigint().orNull().fixed(),
    toFillAgeMs: whole().orNull().fixed(),
    toFeeRate: amount().orNull().fixed(),
    /** The USDT to spend at market if no quantity was requested. The price then decides the quantity. */
    budget: amount().orNull().fixed(),
    /** The customer's own limit for a market order: the worst price or, for a coin-to-coin order, the minimum quantity bought. */
    worst: amount().orNull().fixed(),
    /** The legs of a waiting coin-to-coin order whose prices are known. */
    priced: json(pricedKept),
    /** For a closed unfilled order: the newest entry when it was cancelled, or the entry at which it was refused. */
    endedSeq: bigint().orNull(),
    /** The price at which a stop order fills, a stop-limit order becomes a limit order, or the other leg of an OCO fills. */
    stop: amount().orNull(),
    /** The entry at which a stop-limit order became a limit order. */
    triggeredSeq: bigint().orNull(),
    /** An order that fills immediately or not at all (`IOC`, `FOK`) is a market order whose `worst` is its limit. */
    timeInForce: text<TimeInForce>().as('lasts'),
    /** The market-clock time from which nothing can fill the order. */
    expiresMs: whole().orNull(),
    /** The customer's own name for the order. Records have only a pseudonym, because the customer typed it. */
    clientOrderId: typed().orNull().fixed().personal(),
    /** The customer's own names for the two levels of an OCO order. */
    limitName: typed().as('limit_client_order_id').orNull().fixed().personal(),
    stopName: typed().as('stop_client_order_id').orNull().fixed().personal(),
    /** When the customer last amended the order, by the market clock. Earlier entries can no longer fill it. */
    amendedMs: whole().orNull(),
    /**
     * The distance of a trailing stop in price, and the share of the price from which it was computed. Its best price is measured
     * from the entry `trailSeq`, which was the newest one when the order was accepted or last got a different distance.
     */
    trailDistance: amount().orNull(),
    trailBps: whole().orNull(),
    trailSeq: bigint().orNull(),
    /**
     * The take profit and the stop loss of the sale that takes effect once this purchase fills; at least one is set if there is a
     * sale.
     */
    takeProfit: amount().orNull().fixed(),
    stopLoss: amount().orNull().fixed(),
    /** The purchase that this sale protects. */
    entryId: bigint().orNull().fixed(),
    /**
     * The cancellation request: its time by the market clock, the newest entry at that time, and the maximum age in milliseconds
     * at which that entry allows an immediate cancellation.
     */
    cancel: group({ cancelMs: whole(), cancelSeq: bigint(), cancelAgeMs: whole() }).bare().orNull(),
  },
  { open: { status: ['open'] } },
);

export const spotFills = log('spot_fill', {
  book: bigint(),
  orderId: bigint(),
  leg: whole(),
  symbol: text(),
  side: text<Side>(),
  quantity: amount(),
  price: amount(),
  value: amount(),
  fee: amount(),
  feeRate: amount(),
  tapeSeq: bigint(),
  journalSeq: bigint(),
  timeMs: whole(),
});

/** The customer's amendments of a resting order, with the terms before and after each. */
export const spotAmendments = log('spot_amendment', {
  book: bigint(),
  orderId: bigint(),
  /** The version of the order after the amendment. */
  version: whole(),
  symbol: text(),
  wasPrice: amount().orNull(),
  wasStop: amount().orNull(),
  wasQuantity: amount(),
  wasArmedSeq: bigint(),
  wasSinceMs: whole(),
  price: amount().orNull(),
  stop: amount().orNull(),
  quantity: amount(),
  tapeSeq: bigint(),
  fillAgeMs: whole(),
  timeMs: whole(),
  wasExpiresMs: whole().orNull(),
  expiresMs: whole().orNull(),
  wasTrailDistance: amount().orNull(),
  wasTrailSeq: bigint().orNull(),
  trailDistance: amount().orNull(),
  trailSeq: bigint().orNull(),
});

export type SpotOrderRow = RowOf<typeof spotOrders>;
export type AskedCancel = NonNullable<SpotOrderRow['cancel']>;
export type SpotFillRow = RowOf<typeof spotFills>;
export type SpotAmendmentRow = RowOf<typeof spotAmendments>;
