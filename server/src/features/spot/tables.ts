/** The rows of spot orders and fills, as the executor reads and writes them. */
import { fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Side } from '@candor/domain/trading/spot.ts';
import { amount, bigint, group, json, key, text, whole } from '../../commands/fields.ts';
import type { Codec } from '../../commands/fields.ts';
import { log, table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

/** A leg of an order coin to coin whose entry is known. */
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
    type: text<'market' | 'limit'>().fixed(),
    quantity: amount(),
    price: amount().orNull().fixed(),
    filledQuantity: amount(),
    /** As it was when the order was accepted; of coin to coin that of the coin sold. */
    feeRate: amount().fixed(),
    status: text<'open' | 'filled' | 'cancelled'>(),
    reason: text().orNull(),
    version: whole(),
    armedSeq: bigint(),
    held: amount(),
    /** When it was accepted by the market clock; `armedSeq` is the entry that was the newest then, until a limit is armed anew. */
    createdMs: whole().fixed(),
    updatedMs: whole(),
    /** How old that entry might be to fill it; and coin to coin the same of the coin bought. */
    fillAgeMs: whole().fixed(),
    toArmedSeq: bigint().orNull().fixed(),
    toFillAgeMs: whole().orNull().fixed(),
    toFeeRate: amount().orNull().fixed(),
    /** USDT to spend at market, where no quantity was asked for: what it buys, its price says. */
    budget: amount().orNull().fixed(),
    /** The customer's own bound at market: the worst price, or coin to coin the least quantity bought. */
    worst: amount().orNull().fixed(),
    /** Coin to coin, while it waits: the entries that are known already. */
    priced: json(pricedKept),
    /** Of one that did not fill: the newest entry when it was taken back, or the one at which it was refused. */
    endedSeq: bigint().orNull(),
    /** When its customer asked to take it back, by the market clock, which entry was the newest then and how old that might be to do it at once. */
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

export type SpotOrderRow = RowOf<typeof spotOrders>;
/** A cancelling that was asked for. */
export type AskedCancel = NonNullable<SpotOrderRow['cancel']>;
export type SpotFillRow = RowOf<typeof spotFills>;
