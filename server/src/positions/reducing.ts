/**
 * Orders that close all or part of a position when the price reaches a limit or a stop. Such an order is a resting row that opens
 * nothing and freezes nothing. It ends when it closes the position, or when the position ends otherwise. Pure.
 */
import { expiryViolation } from '@candor/domain/trading/conditions.ts';
import type { InstrumentAt } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import { financingRate } from '@candor/domain/trading/financing.ts';
import { checkPrice } from '@candor/domain/trading/spot.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import { of, put } from '../commands/command.ts';
import type { Command, Decision, Effects, Facts, Head } from '../commands/command.ts';
import { LIMITS } from '../limits.ts';
import { arm } from './arming.ts';
import type { ArmingBasis } from './arming.ts';
import { partOf } from './closing.ts';
import { positionEvent } from './effects.ts';
import { headSeqOf, instrumentOf, rateNow, tradableHead } from './market.ts';
import type { Instruments, RateNow } from './market.ts';
import { limitViolation, nameViolation, stopViolation } from './resting.ts';
import { positions } from './tables.ts';
import type { PositionRow, TimeInForce } from './tables.ts';
import { positionView } from './view.ts';

export type ReducingAt = {
  /** The id of the position. */
  readonly id: bigint;
  /** Undefined means the entire open quantity. */
  readonly quantity: Amount | undefined;
  readonly type: 'limit' | 'stop';
  readonly price: Amount;
  readonly timeInForce: TimeInForce;
  readonly expiresMs: number | undefined;
  readonly clientOrderId: string | undefined;
  readonly instruments: Instruments;
  readonly termsAt: InstrumentAt;
};
type Placed = Decision<CallOutput<'POST lever/close_at'>, CallRefusal<'POST lever/close_at'> | 'busy'>;

export function decideReducingAt(order: ReducingAt, facts: Facts): Placed {
  const row = facts.row(positions, order.id);
  if (row === undefined) return refuse('trade_not_found', { field: 'id' });
  if (row.status === 'closing') return refuse('position_closing', { field: 'id' });
  if (row.status !== 'open') return refuse('position_not_open', { field: 'id' });
  const instrument = instrumentOf(row, order.instruments);
  const head = tradableHead(instrument, facts);
  if (!head.ok) return head;
  const rate = rateNow(instrument, facts);
  if (rate === undefined) return refuse('trading_closed', { field: 'id' });
  const quantity = partOf(row, order.quantity, instrument);
  if (!quantity.ok) return quantity;
  if (waitsForMargin(row, quantity.value)) return refuse('busy');
  const late =
    order.expiresMs === undefined ? undefined : expiryViolation({ expiresMs: order.expiresMs }, facts.nowMs);
  const unruly = late ?? nameViolation(order.clientOrderId, facts);
  if (unruly !== undefined) return unruly;
  const priceChecked = checkPrice(instrument, order.price);
  if (!priceChecked.ok) return priceChecked;
  const side = oppositeOf(row);
  const violation =
    order.type === 'stop'
      ? stopViolation(side, order.price, head.value)
      : limitViolation({ side, price: order.price, postOnly: true }, head.value);
  if (violation !== undefined) return violation;
  if (facts.openRows(positions).length >= LIMITS.trading.positionsMax)
    return refuse('positions_too_many', { params: { max: LIMITS.trading.positionsMax.toString() } });
  const resting = restingRow(row, { order, quantity: quantity.value, head: head.value, rate, facts });
  const basis = { instrument, before: undefined, seqOf: headSeqOf(facts) };
  const { row: armed, armings } = arm(resting, basis);
  return ok({
    answer: positionView(armed, instrument),
    puts: [put(positions, armed)],
    armings,
    events: [positionEvent(armed, instrument)],
  });
}

/**
 * Whether closing this quantity would release a share of margin that doesn't count towards the equity yet. A partial closing
 * order must not rest then. Otherwise there would be a cycle: the order waits for the margin, the margin for a trigger that an
 * earlier entry reached, and that trigger for the order.
 */
export function waitsForMargin({ openQuantity, change }: PositionRow, quantity: Amount): boolean {
  return quantity < openQuantity && (change?.waits?.margin ?? 0n) > 0n;
}

export function isReducedInPart({ id, openQuantity }: PositionRow, facts: Facts): boolean {
  return facts.openRows(positions).some(({ reduces, quantity }) => reduces === id && quantity < openQuantity);
}

/** Returns the order's side: closing a long is a sale, as opening a short is. */
function oppositeOf({ side }: PositionRow): PositionRow['side'] {
  return side === 'long' ? 'short' : 'long';
}

function restingRow(
  reduced: PositionRow,
  how: { order: ReducingAt; quantity: Amount; head: Head; rate: RateNow; facts: Facts },
): PositionRow {
  const { order, quantity, head, rate, facts } = how;
  const listed = order.instruments.get(reduced.symbol);
  if (listed === undefined) throw new Error(`expected an instrument ${reduced.symbol}, found none`);
  const terms = order.termsAt(listed, facts.wallMs);
  const side = oppositeOf(reduced);
  return {
    ...reduced,
    ...{ id: facts.newId(), side, type: order.type, status: 'pending', reason: null, reduces: reduced.id },
    ...{ quantity, openQuantity: 0n, collateral: 'contract', price: order.price, worstPrice: null },
    ...{ entryPrice: null, entrySeq: null, entryMs: null, openRate: null, openRateSeq: null },
    ...{ openFee: 0n, initialMargin: 0n, margin: 0n, staked: 0n, added: [], financing: 0n, nights: [] },
    // The closing uses the rates of the position. These are the rates of a new order, which every accepted row has.
    ...{ feeRate: terms.contractFeeRate, financingRate: financingRate(terms, side) },
    ...{ rate: rate.rate, rateSeq: rate.rateSeq, placedRate: rate.rate, placedRateSeq: rate.rateSeq },
    ...{ takeProfit: null, stopPrice: null, stopKind: null, trailing: null, warned: 0, armed: {} },
    ...{ realisedPnl: 0n, closes: [], charge: 0n, gains: [], change: null, cancel: null, asked: null },
    ...{ createdMs: facts.nowMs, createdSeq: head.seq, fillAgeMs: head.fillAgeMs, updatedMs: facts.nowMs },
    ...{ financedMs: facts.nowMs, closedMs: null, endedSeq: null, amendedMs: null, openedDay: null },
    ...{ placedDay: dayOf(facts.wallMs), timeInForce: order.timeInForce, expiresMs: order.expiresMs ?? null },
    ...{ postOnly: false, clientOrderId: order.clientOrderId ?? null },
  };
}

/** Ends an order at the entry at which it reduced its position, or at which the position was closed otherwise. */
export function endReduction(
  before: PositionRow,
  how: {
    readonly reason: 'reduced' | 'position_not_open' | 'position_closing';
    readonly endedSeq: bigint;
    readonly basis: Omit<ArmingBasis, 'before'>;
    readonly nowMs: number;
  },
): Omit<Effects<never>, 'answer'> {
  const { reason, endedSeq, basis, nowMs } = how;
  const ended: PositionRow = {
    ...before,
    ...{ status: 'cancelled', reason, endedSeq, updatedMs: nowMs, closedMs: nowMs },
  };
  const { row, armings } = arm(ended, { ...basis, before });
  return { puts: [put(positions, row)], armings, events: [positionEvent(row, basis.instrument)] };
}

type Closing = Pick<Effects<unknown>, 'puts' | 'armings' | 'events'>;

/** Ends the orders that would have reduced positions that a decision closes. */
function withReductions<Written extends Closing>(
  effects: Written,
  instruments: Instruments,
  facts: Facts,
): Written {
  const written = (effects.puts ?? [])
    .filter(({ table }) => table === of(positions))
    .map(({ row }) => row as PositionRow);
  const closed = new Map(written.filter(({ status }) => status === 'closed').map((row) => [row.id, row]));
  if (closed.size === 0) return effects;
  const ends = facts.openRows(positions).flatMap((order) => {
    const reduced = order.reduces === null ? undefined : closed.get(order.reduces);
    if (reduced === undefined || written.some(({ id }) => id === order.id)) return [];
    const endedSeq = BigInt(reduced.closes.at(-1)?.tape_seq ?? 0);
    const basis = { instrument: instrumentOf(order, instruments), seqOf: headSeqOf(facts) };
    return [endReduction(order, { reason: 'position_not_open', endedSeq, basis, nowMs: facts.nowMs })];
  });
  if (ends.length === 0) return effects;
  return {
    ...effects,
    puts: [...(effects.puts ?? []), ...ends.flatMap(({ puts = [] }) => puts)],
    armings: [...(effects.armings ?? []), ...ends.flatMap(({ armings = [] }) => armings)],
    events: [...(effects.events ?? []), ...ends.flatMap(({ events = [] }) => events)],
  };
}

/** Wraps a rule that may close positions, so that their reducing orders end with them. */
export function endingReductions<
  Input extends { readonly instruments: Instruments },
  Answer,
  Code extends string,
>(decide: Command<Input, Answer, Code>['decide']): Command<Input, Answer, Code>['decide'] {
  return (input, facts): Decision<Answer, Code> => {
    const decided = decide(input, facts);
    return decided.ok
      ? { ok: true, value: withReductions(decided.value, input.instruments, facts) }
      : decided;
  };
}
