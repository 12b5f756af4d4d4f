/** Closes a position, a part of it, or all positions, for a customer. Pure, like the rules for opening. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { closingPrice, profitAt } from '@candor/domain/trading/contract.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import { put } from '../commands/command.ts';
import type { Decision, Effects, Facts, Head } from '../commands/command.ts';
import { arm, exposureOf } from './arming.ts';
import { cancelOne, together } from './cancelling.ts';
import { closeEffects, positionEvent, pricesAt } from './effects.ts';
import { headSeqOf, instrumentOf, rateNow, tradableHead } from './market.ts';
import type { Instruments } from './market.ts';
import { Payer } from './payer.ts';
import { positions } from './tables.ts';
import type { CloseReason, PositionRow } from './tables.ts';

export type CloseOrder = {
  readonly id: bigint;
  readonly product: PositionRow['product'];
  /** The quantity to close; undefined means the entire open quantity. */
  readonly quantity: Amount | undefined;
  readonly instruments: Instruments;
};

export type CloseAnswer = CallOutput<'POST lever/close'>;
type CloseRefusal = CallRefusal<'POST lever/close'> | 'busy';
type WithoutAnswer = Omit<Effects<never>, 'answer'>;
type OneClosed = { readonly effects: WithoutAnswer; readonly answer: CloseAnswer };

export function decideClose(order: CloseOrder, facts: Facts): Decision<CloseAnswer, CloseRefusal> {
  const row = facts.row(positions, order.id);
  if (row === undefined || row.product !== order.product) return refuse('trade_not_found', { field: 'id' });
  if (row.status === 'closing') return refuse('position_closing', { field: 'id' });
  if (row.status !== 'open') return refuse('position_not_open', { field: 'id' });
  const instrument = instrumentOf(row, order.instruments);
  const quantity = partOf(row, order.quantity, instrument);
  if (!quantity.ok) return quantity;
  const closed = closeOne(row, {
    instrument,
    quantity: quantity.value,
    reason: 'customer',
    journalSeq: facts.journalSeq,
    facts,
    payer: new Payer(facts),
  });
  if (!closed.ok) return closed;
  return ok({ ...closed.value.effects, answer: closed.value.answer });
}

/**
 * Checks the quantity of a partial closing. It must be a whole number of steps and at most the open quantity. Size limits apply
 * only to orders, so a position can be closed in any size.
 */
export function partOf(
  row: PositionRow,
  quantity: Amount | undefined,
  instrument: ContractInstrument,
): Outcome<Amount, 'quantity_below_minimum' | 'quantity_above_maximum' | 'quantity_off_step'> {
  if (quantity === undefined || quantity === row.openQuantity) return ok(row.openQuantity);
  const field = 'quantity';
  if (quantity > row.openQuantity) {
    return refuse('quantity_above_maximum', { field, params: { max: formatAmount(row.openQuantity) } });
  }
  if (quantity < instrument.contractStep) {
    return refuse('quantity_below_minimum', {
      field,
      params: { min: formatAmount(instrument.contractStep) },
    });
  }
  if (quantity % instrument.contractStep !== 0n) {
    return refuse('quantity_off_step', {
      field,
      params: { step: formatAmount(instrument.contractStep) },
    });
  }
  return ok(quantity);
}

type CloseHow = {
  readonly instrument: ContractInstrument;
  readonly quantity: Amount;
  readonly reason: CloseReason;
  readonly journalSeq: bigint;
  readonly facts: Facts;
  readonly payer: Payer;
};

/**
 * Closes at the head, or leaves the closing to the next quote if the head isn't fresh. While the session is closed, a position
 * can only be closed in full, at the first quote after the session opens.
 */
function closeOne(row: PositionRow, how: CloseHow): Outcome<OneClosed, CloseRefusal> {
  const { instrument, quantity, facts } = how;
  const head = tradableHead(instrument, facts);
  if (!head.ok) {
    const waits = head.refusal.code === 'market_closed_until' && quantity === row.openQuantity;
    return waits ? ok(closeLater(row, how)) : head;
  }
  if (head.value.aged) return ok(closeLater(row, how));
  // Closing a part would release a share of margin that doesn't count towards the equity yet.
  if (quantity < row.openQuantity && (row.change?.waits?.margin ?? 0n) > 0n) return refuse('busy');
  const { seq } = head.value;
  const { record, after, effects } = closeAtHead(row, head.value, how);
  return ok({
    effects,
    answer: {
      id: row.id.toString(),
      status: after.status,
      price: record.price,
      pnl: record.pnl,
      fee: record.fee,
      tape_seq: Number(seq),
    },
  });
}

function closeAtHead(row: PositionRow, head: Head, how: CloseHow) {
  const { instrument, quantity, reason, journalSeq, facts, payer } = how;
  // Starting over closes positions even without a tradable price, but a closing can't name a gap entry.
  const { seq, timeMs } = head.quoted ?? head;
  const asked = reason === 'start_over' ? {} : { asked: { askedMs: facts.nowMs, askedSeq: head.seq } };
  const closed = closeEffects(
    row,
    {
      ...{ quantity, ...pricesAt(row.side, head), seq, timeMs, reason, journalSeq, ...asked },
      rate: rateNow(instrument, facts),
    },
    { facts, payer, arming: { instrument, seqOf: headSeqOf(facts) } },
  );
  const { record, journals, armings, events, owing, others } = closed;
  const { puts = [], ...owes } = owing;
  const effects: WithoutAnswer = {
    ...{ journals, armings, events, ...owes },
    puts: [put(positions, closed.row), ...others, ...puts],
  };
  return { record, after: closed.row, effects };
}

function closeLater(before: PositionRow, { instrument, quantity, reason, facts }: CloseHow): OneClosed {
  const seqOf = headSeqOf(facts);
  const asked = { askedMs: facts.nowMs, askedSeq: seqOf(before.symbol), quantity };
  const waiting: PositionRow = { ...before, status: 'closing', reason, asked, updatedMs: facts.nowMs };
  const { row, armings } = arm(waiting, { instrument, before, seqOf });
  return {
    effects: { puts: [put(positions, row)], armings, events: [positionEvent(row, instrument)] },
    answer: { id: row.id.toString(), status: 'closing', price: null, pnl: null, fee: null, tape_seq: null },
  };
}

export type CloseAllOrder = {
  readonly side: PositionRow['side'] | undefined;
  readonly symbol: string | undefined;
  readonly product: PositionRow['product'] | undefined;
  readonly instruments: Instruments;
};

type ClosedAll = CallOutput<'POST lever/dealall'>;

/** Closes the positions that can be closed, and for each of the others returns why it can't be closed. */
export function decideCloseAll(order: CloseAllOrder, facts: Facts): Decision<ClosedAll, 'busy'> {
  const rows = facts
    .openRows(positions)
    .filter(
      (row) =>
        row.status === 'open' &&
        (order.side === undefined || row.side === order.side) &&
        (order.symbol === undefined || row.symbol === order.symbol) &&
        (order.product === undefined || row.product === order.product),
    );
  return closeMany(rows, {
    ...{ reason: 'close_all', instruments: order.instruments, facts },
    quantityOf: ({ openQuantity }) => openQuantity,
  });
}

type Closings = {
  readonly reason: 'close_all' | 'customer';
  readonly instruments: Instruments;
  readonly facts: Facts;
  readonly quantityOf: (row: PositionRow) => Amount;
};

function closeMany(rows: readonly PositionRow[], how: Closings): Decision<ClosedAll, 'busy'> {
  const { reason, instruments, facts, quantityOf } = how;
  const payer = new Payer(facts);
  const answers = new Map<bigint, ClosedAll[number]>();
  const all: WithoutAnswer[] = [];
  let { journalSeq } = facts;
  for (const row of losersFirst(rows, instruments, facts)) {
    const instrument = instrumentOf(row, instruments);
    const quantity = quantityOf(row);
    const one = closeOne(row, { instrument, quantity, reason, journalSeq, facts, payer });
    if (!one.ok) {
      const { code } = one.refusal;
      if (code === 'busy') return refuse('busy');
      answers.set(row.id, { id: row.id.toString(), status: row.status, pnl: null, refusal: code });
      continue;
    }
    const { id, status, pnl } = one.value.answer;
    answers.set(row.id, { id, status, pnl, refusal: null });
    all.push(one.value.effects);
    journalSeq += BigInt(one.value.effects.journals?.length ?? 0);
  }
  const answer = rows.flatMap(({ id }) => answers.get(id) ?? []);
  return ok({ answer, ...together(all) });
}

export type ReducingOrder = {
  /** The side of the order. A short reduces longs. */
  readonly side: PositionRow['side'];
  readonly symbol: string;
  readonly quantity: Amount;
  readonly instruments: Instruments;
};

type Reduced = CallOutput<'POST lever/reduce'>;
type ReducingRefusal = CallRefusal<'POST lever/reduce'> | 'busy';

/**
 * Closes up to a quantity of the positions on the other side, the oldest first. If the quantity is larger, the rest of it opens
 * nothing. A closing can only make a position smaller, which the database checks, so no such order can open one.
 */
export function decideReducing(order: ReducingOrder, facts: Facts): Decision<Reduced, ReducingRefusal> {
  const { side, symbol, instruments } = order;
  const rows = facts
    .openRows(positions)
    .filter((row) => row.status === 'open' && row.symbol === symbol && row.side !== side)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const [oldest] = rows;
  if (oldest === undefined) return refuse('position_not_open', { field: 'side' });
  const step = instrumentOf(oldest, instruments).contractStep;
  const field = 'quantity';
  if (order.quantity < step)
    return refuse('quantity_below_minimum', { field, params: { min: formatAmount(step) } });
  if (order.quantity % step !== 0n)
    return refuse('quantity_off_step', { field, params: { step: formatAmount(step) } });
  const parts = new Map<PositionRow, Amount>();
  let left = order.quantity;
  for (const row of rows) {
    const part = left < row.openQuantity ? left : row.openQuantity;
    if (part > 0n) parts.set(row, part);
    left -= part;
  }
  const quantityOf = (row: PositionRow): Amount => parts.get(row) ?? 0n;
  const closed = closeMany([...parts.keys()], { reason: 'customer', instruments, facts, quantityOf });
  if (!closed.ok) return closed;
  const quantities = new Map([...parts].map(([{ id }, part]) => [id.toString(), formatAmount(part)]));
  const answer = closed.value.answer.map((one) => ({ ...one, quantity: quantities.get(one.id) ?? '0' }));
  return ok({ ...closed.value, answer });
}

/** Closes losers first, so that the money they bring to the house accounts can pay the winners. */
function losersFirst(
  rows: readonly PositionRow[],
  instruments: Instruments,
  facts: Facts,
): readonly PositionRow[] {
  const pnlOf = (row: PositionRow): Amount => {
    const head = facts.head(row.symbol);
    if (head === undefined) return 0n;
    return profitAt(instrumentOf(row, instruments), exposureOf(row), closingPrice(row.side, head)).pnl;
  };
  const pnls = new Map(rows.map((row) => [row.id, pnlOf(row)]));
  const at = ({ id }: PositionRow): Amount => pnls.get(id) ?? 0n;
  return rows.toSorted((one, other) => (at(one) < at(other) ? -1 : at(one) > at(other) ? 1 : 0));
}

/**
 * Closes and cancels everything because the customer starts over. Everything closes at the current head, even while the session
 * is closed, because only play money is involved. Each closing records the number of its journal; `firstSeq` is the number of the
 * first one.
 */
export function endForStartOver(
  facts: Facts,
  instruments: Instruments,
  firstSeq: bigint = facts.journalSeq,
): WithoutAnswer {
  const payer = new Payer(facts);
  const all: WithoutAnswer[] = [];
  let journalSeq = firstSeq;
  for (const row of facts.openRows(positions)) {
    const instrument = instrumentOf(row, instruments);
    const effects =
      row.status === 'pending'
        ? cancelOne(row, { instrument, facts, reason: 'start_over' })
        : closeWhole(row, { instrument, facts, payer, journalSeq });
    all.push(effects);
    journalSeq += BigInt(effects.journals?.length ?? 0);
  }
  return together(all);
}

function closeWhole(row: PositionRow, how: Omit<CloseHow, 'quantity' | 'reason'>): WithoutAnswer {
  const head = how.facts.head(row.symbol);
  if (head === undefined) throw new Error(`expected the tape of ${row.symbol} to have a head, found none`);
  return closeAtHead(row, head, { ...how, quantity: row.openQuantity, reason: 'start_over' }).effects;
}
