/** The effects of filling, freezing and releasing an order: postings, rows, and events for the customer's devices. */
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal, Posting } from '@candor/domain/ledger/journal.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { SpotLeg } from '@candor/domain/trading/spot.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { LevelCondition, TriggerCondition } from '@candor/domain/trading/trigger.ts';
import type { Arming, CustomerEvent } from '../../commands/command.ts';
import type { AskedCancel, SpotAmendmentRow, SpotFillRow, SpotOrderRow } from './tables.ts';

export type OrderView = CallOutput<'GET coin/list'>['items'][number];
export type LegView = OrderView['legs'][number];

/**
 * Spot orders' trigger kinds in the engine. Coin-to-coin orders have a separate kind, because their firing needs more facts. The
 * ledger uses the first name for both.
 */
export const SPOT_ORDER = 'spot_order';
export const SPOT_CONVERSION = 'spot_conversion';
/** The trigger kind for the stop of an OCO order. Its limit has the first kind. */
export const SPOT_STOP = 'spot_stop';
/** The trigger kind for the expiry of an order. */
export const SPOT_EXPIRY = 'spot_expiry';
/** The trigger kind for a cancellation, which fires at the first quote made after the request. */
export const SPOT_CANCEL = 'spot_cancel';

export function orderRef(id: bigint): string {
  return `${SPOT_ORDER}:${id}`;
}

/**
 * Returns the house's side of a leg: the coin and the money at their exact value, the exact fee, and the rounding difference on a
 * separate account. A seller is paid the value rounded down, while the inventory pays it rounded up.
 */
export function houseSide(leg: SpotLeg): Posting[] {
  const { base, quote, quantity, value, fee, valueRounding, feeRounding } = leg;
  const bought = leg.side === 'buy';
  return [
    { account: 'inventory', currency: base, amount: bought ? -quantity : quantity },
    {
      account: 'inventory',
      currency: quote,
      amount: bought ? value - valueRounding : -(value + valueRounding),
    },
    { account: 'fees', currency: quote, amount: fee - feeRounding },
    { account: 'rounding', currency: quote, amount: valueRounding + feeRounding },
  ];
}

/** The journal of a leg that fills immediately, from and to the available balance. */
export function tradeJournal(leg: SpotLeg, id: bigint): Journal {
  const sign = leg.side === 'buy' ? 1n : -1n;
  return journal(leg.side === 'buy' ? 'spot_buy' : 'spot_sell', orderRef(id), [
    { account: 'spot', currency: leg.quote, amount: leg.side === 'buy' ? -leg.total : leg.total },
    ...houseSide(leg),
    { account: 'spot', currency: leg.base, amount: sign * leg.quantity },
  ]);
}

/** Freezes the maximum cost of an order, or an additional part of it. */
export function holdJournal(order: SpotOrderRow, amount: Amount): Journal {
  const currency = heldCurrency(order);
  return journal('spot_hold', orderRef(order.id), [
    { account: 'spot', currency, amount: -amount },
    { account: 'spot_frozen', currency, amount },
  ]);
}

/** The currency frozen by an order: money for a buyer, the coin for a seller. */
export function heldCurrency({ symbol, side }: Pick<SpotOrderRow, 'symbol' | 'side'>): string {
  const [base, quote] = symbol.split('/') as [string, string];
  return side === 'buy' ? quote : base;
}

/** The journal that fills a resting order. It uses up the hold and returns the excess. */
export function fillJournal(leg: SpotLeg, order: SpotOrderRow): Journal {
  const postings: Posting[] =
    leg.side === 'buy'
      ? [
          { account: 'spot_frozen', currency: leg.quote, amount: -order.held },
          { account: 'spot', currency: leg.quote, amount: order.held - leg.total },
          { account: 'spot', currency: leg.base, amount: leg.quantity },
        ]
      : [
          { account: 'spot_frozen', currency: leg.base, amount: -order.held },
          { account: 'spot', currency: leg.quote, amount: leg.total },
        ];
  return journal('spot_fill', orderRef(order.id), [...postings, ...houseSide(leg)]);
}

export function fillRow(
  leg: SpotLeg,
  at: { book: bigint; orderId: bigint; leg: number; tapeSeq: bigint; journalSeq: bigint; timeMs: number },
): SpotFillRow {
  const { symbol, side, quantity, price, value, fee, feeRate } = leg;
  return { ...at, symbol, side, quantity, price, value, fee, feeRate };
}

export function armingOf(order: SpotOrderRow): Arming & { readonly condition: TriggerCondition } {
  const { id: row, version, status } = order;
  const wait = waitOf(order);
  const kind = order.toSymbol === null ? SPOT_ORDER : SPOT_CONVERSION;
  return { kind, row, version, ...wait, level: status === 'open' ? wait.level : null };
}

/** Returns all triggers of an order except that of its cancellation. */
export function armingsOf(order: SpotOrderRow): (Arming & { readonly condition: TriggerCondition })[] {
  const { id: row, version, status, expiresMs } = order;
  const armings = [armingOf(order)];
  if (order.type === 'oco') {
    const wait = stopOf(order);
    armings.push({ kind: SPOT_STOP, row, version, ...wait, level: status === 'open' ? wait.level : null });
  }
  if (expiresMs !== null) armings.push(expiryArmingOf(order, status === 'open' ? expiresMs : null));
  return armings;
}

/** Returns the trigger of an order's expiry. It has the order's version, because an amendment may change the expiry. */
export function expiryArmingOf(
  { id: row, version, symbol, armedSeq }: SpotOrderRow,
  expiresMs: number | null,
): Arming & { readonly condition: TriggerCondition } {
  const level = expiresMs === null ? null : BigInt(expiresMs);
  return { kind: SPOT_EXPIRY, row, version, symbol, condition: 'clock_at_or_after', level, armedSeq };
}

/** Disarms the other triggers of an order that ended because one of them fired. */
export function disarmingOf(order: SpotOrderRow): Arming[] {
  const armings = armingsOf(order);
  return armings.length > 1 ? armings : [];
}

/** Returns the level that the order waits for; for an OCO order, its limit. */
function waitOf(order: SpotOrderRow) {
  if (order.type === 'market') return nextQuoteOf(order);
  if (isTrailing(order)) return trailOf(order);
  return waitsForStop(order) ? stopOf(order) : limitOf(order);
}

/** Whether the order waits only for its stop. */
export function waitsForStop({ type, triggeredSeq }: SpotOrderRow): boolean {
  return type === 'stop' || type === 'trailing_stop' || (type === 'stop_limit' && triggeredSeq === null);
}

/** Whether the order's stop still follows the price. If it was reached without a fill, it stays at the price that reached it. */
export function isTrailing({ type, stop }: Pick<SpotOrderRow, 'type' | 'stop'>): boolean {
  return type === 'trailing_stop' && stop === null;
}

/**
 * Returns the trigger of a trailing stop. Its best price is measured from `trailSeq` on, even after an amendment that keeps the
 * distance. No entry up to `trailSeq` can fire it.
 */
function trailOf(order: SpotOrderRow) {
  const { symbol, side, trailDistance, trailSeq, armedSeq } = order;
  const condition: TriggerCondition = side === 'buy' ? 'ask_rises_by' : 'bid_falls_by';
  const from = trailSeq ?? armedSeq;
  return { symbol, condition, level: trailDistance, armedSeq: from, sinceMs: waitsSinceMs(order) };
}

function limitOf(order: SpotOrderRow) {
  const { symbol, side, price, armedSeq } = order;
  const condition: LevelCondition = side === 'buy' ? 'ask_at_or_below' : 'bid_at_or_above';
  return { symbol, condition, level: price, armedSeq, sinceMs: waitsSinceMs(order) };
}

function stopOf(order: SpotOrderRow) {
  const { symbol, side, stop, armedSeq } = order;
  const condition: LevelCondition = side === 'buy' ? 'ask_at_or_above' : 'bid_at_or_below';
  return { symbol, condition, level: stop, armedSeq, sinceMs: waitsSinceMs(order) };
}

/** Returns the earliest market time of a price that can fill an order waiting for a level. */
export function waitsSinceMs({ amendedMs, createdMs }: SpotOrderRow): number {
  return amendedMs ?? createdMs;
}

/** Returns the trigger of a market order: the first quote made after acceptance, on the tape whose price isn't known yet. */
function nextQuoteOf({ symbol, toSymbol, armedSeq, toArmedSeq, priced, createdMs }: SpotOrderRow) {
  const next = { condition: 'time_at_or_after', level: 0n, sinceMs: createdMs } as const;
  const isSecond = toSymbol !== null && toArmedSeq !== null && priced.some(({ leg }) => leg === 1);
  return isSecond ? { symbol: toSymbol, armedSeq: toArmedSeq, ...next } : { symbol, armedSeq, ...next };
}

/**
 * Returns the trigger of a cancellation. An order has at most one cancellation request, so its version is always 1. If the order
 * fills first, the firing is ignored.
 */
export function cancelArmingOf(
  { id: row, symbol }: SpotOrderRow,
  { cancelMs: sinceMs, cancelSeq: armedSeq }: AskedCancel,
): Arming & { readonly level: Amount; readonly condition: LevelCondition } {
  const wait = { condition: 'time_at_or_after', level: 0n, armedSeq, sinceMs } as const;
  return { kind: SPOT_CANCEL, row, version: 1, symbol, ...wait };
}

export function legView(fill: SpotFillRow): LegView {
  return {
    symbol: fill.symbol,
    side: fill.side,
    quantity: formatAmount(fill.quantity),
    price: formatAmount(fill.price),
    value: formatAmount(fill.value),
    fee: formatAmount(fill.fee),
    fee_rate: formatAmount(fill.feeRate),
    tape_seq: Number(fill.tapeSeq),
  };
}

export function orderView(order: SpotOrderRow, fills: readonly SpotFillRow[]): OrderView {
  return {
    id: order.id.toString(),
    symbol: order.symbol,
    side: order.side,
    type: isImmediate(order) ? 'limit' : order.type,
    to_symbol: order.toSymbol,
    quantity: formatAmount(order.quantity),
    price: amountOrNull(isImmediate(order) ? order.worst : order.price),
    stop_price: amountOrNull(order.stop),
    triggered_seq: order.triggeredSeq === null ? null : Number(order.triggeredSeq),
    time_in_force: order.timeInForce,
    ...trailingView(order),
    ...bracketView(order),
    expires_at: order.expiresMs,
    client_order_id: order.clientOrderId,
    ...(order.limitName === null ? {} : { limit_client_order_id: order.limitName }),
    ...(order.stopName === null ? {} : { stop_client_order_id: order.stopName }),
    filled_quantity: formatAmount(order.filledQuantity),
    fee_rate: formatAmount(order.feeRate),
    status: order.status,
    reason: order.reason as OrderView['reason'],
    legs: fills.map(legView),
    ...(order.amendedMs === null ? {} : { amended_at: Math.floor(order.amendedMs / 1000) }),
    cancel_asked_at: order.cancel === null ? null : Math.floor(order.cancel.cancelMs / 1000),
    created_at: Math.floor(order.createdMs / 1000),
    updated_at: Math.floor(order.updatedMs / 1000),
  };
}

function trailingView({ trailDistance, trailBps, trailSeq }: SpotOrderRow) {
  if (trailDistance === null || trailSeq === null) return {};
  return {
    trailing: formatAmount(trailDistance),
    ...(trailBps === null ? {} : { trailing_bps: trailBps }),
    trailing_from_seq: Number(trailSeq),
  };
}

function bracketView({ takeProfit, stopLoss, entryId }: SpotOrderRow) {
  return {
    ...(takeProfit === null ? {} : { take_profit: formatAmount(takeProfit) }),
    ...(stopLoss === null ? {} : { stop_loss: formatAmount(stopLoss) }),
    ...(entryId === null ? {} : { entry_id: entryId.toString() }),
  };
}

/** A limit order that fills immediately or not at all is stored as a market order with a worst price. */
function isImmediate({ timeInForce }: SpotOrderRow): boolean {
  return timeInForce === 'IOC' || timeInForce === 'FOK';
}

export function amendmentView(one: SpotAmendmentRow) {
  return {
    version: one.version,
    ...{ was_price: amountOrNull(one.wasPrice), was_stop_price: amountOrNull(one.wasStop) },
    was_quantity: formatAmount(one.wasQuantity),
    ...{ price: amountOrNull(one.price), stop_price: amountOrNull(one.stop) },
    quantity: formatAmount(one.quantity),
    ...{ tape_seq: Number(one.tapeSeq), amended_at_ms: one.timeMs },
  };
}

function amountOrNull(value: Amount | null): string | null {
  return value === null ? null : formatAmount(value);
}

export function orderEvent(order: SpotOrderRow, fills: readonly SpotFillRow[]): CustomerEvent {
  return { name: 'order', payload: () => ({ order: orderView(order, fills) }) };
}
