/**
 * Changes TP/SL levels and adds margin. A change follows the rule for market orders: it takes effect immediately if the newest
 * entry is fresh, and otherwise at the first quote made after the request. The old levels apply until that quote. Without this
 * rule, a customer with a faster feed, who knows which quote is in flight, could move a level out of that quote's way or leave it
 * there.
 */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { ONE } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import { closingPrice } from '@candor/domain/trading/contract.ts';
import { equityAt } from '@candor/domain/trading/liquidation.ts';
import { put } from '../commands/command.ts';
import type { Effects, Facts } from '../commands/command.ts';
import { arm, nextShare, weighedOf } from './arming.ts';
import type { ArmingBasis } from './arming.ts';
import { positionEvent } from './effects.ts';
import { headSeqOf } from './market.ts';
import { positions } from './tables.ts';
import type { AskedChange, PositionRow } from './tables.ts';

type Changed = Omit<Effects<PositionRow>, 'journals'>;
type Change = {
  readonly row: PositionRow;
  readonly changed: PositionRow;
  readonly added: Amount;
  /** The price at which the position would close. */
  readonly price: Amount;
  readonly instrument: ContractInstrument;
};

export function isWaiting({ change }: PositionRow): boolean {
  return change !== null && change.waits !== null;
}

export function hasLevelsOf(one: PositionRow, other: PositionRow): boolean {
  return (
    one.takeProfit === other.takeProfit &&
    one.stopPrice === other.stopPrice &&
    one.stopKind === other.stopKind &&
    one.trailing === other.trailing
  );
}

/** Returns the row with its pending change applied. */
export function withWaiting(row: PositionRow): PositionRow {
  const { change } = row;
  if (change === null || change.waits === null) return row;
  const { margin: _, ...levels } = change.waits;
  return { ...row, ...levels, change: { ...change, waits: null } };
}

export function changeNow({ row: before, changed, added, price, instrument }: Change, facts: Facts): Changed {
  const change = { ...askedNow(before, facts), waits: null };
  const after = withMargin({ ...changed, change, updatedMs: facts.nowMs }, added, facts);
  const moved = added + (before.change?.waits?.margin ?? 0n);
  const warned = moved === 0n ? before.warned : warnedStill(after, instrument, price);
  return written({ ...after, warned }, { instrument, before, seqOf: headSeqOf(facts) });
}

/** Records the pending change. Added margin is frozen immediately, so that it is available when the change takes effect. */
export function changeLater({ row: before, changed, added, instrument }: Change, facts: Facts): Changed {
  const { takeProfit, stopPrice, stopKind, trailing } = changed;
  const waits = { takeProfit, stopPrice, stopKind, trailing, margin: added };
  const change = { ...askedNow(before, facts), waits };
  return written(
    { ...withMargin(before, added, facts), change },
    { instrument, before, seqOf: headSeqOf(facts) },
  );
}

/** Applies a change at the first quote made after the request. The new levels are first compared with that quote. */
export function carryOut(
  before: PositionRow,
  {
    instrument,
    entry,
    seqOf,
  }: { instrument: ContractInstrument; entry: TapeEntry; seqOf: ArmingBasis['seqOf'] },
  facts: Facts,
): Omit<Effects<never>, 'answer'> {
  if (before.change === null)
    throw new Error(`expected position ${before.id} to have a requested change, found none`);
  const { changeMs: ms, changeSeq, waits } = before.change;
  const { status, entrySeq } = before;
  // For an order, the time when its levels were set. For a closing position, the time when the closing was requested.
  const updatedMs = status === 'open' ? facts.nowMs : status === 'pending' ? ms : before.updatedMs;
  const after = { ...withWaiting(before), updatedMs };
  const isLifted = waits !== null && waits.margin > 0n;
  const warned = isLifted ? warnedStill(after, instrument, closingPrice(before.side, entry)) : before.warned;
  const asked = { seq: entrySeq !== null && entrySeq > changeSeq ? entrySeq : changeSeq, ms };
  const { answer: _, ...effects } = written(
    { ...after, warned },
    { instrument, before, seqOf, asked, fired: 'change' },
  );
  return effects;
}

/** Returns a request, made now, to change levels. */
export function askedNow({ symbol }: PositionRow, facts: Facts): Omit<AskedChange, 'waits'> {
  const head = facts.head(symbol);
  return { changeMs: facts.nowMs, changeSeq: head?.seq ?? 0n, changeAgeMs: head?.fillAgeMs ?? 0 };
}

function written(after: PositionRow, basis: ArmingBasis): Changed {
  const { row, armings } = arm(after, basis);
  return {
    answer: row,
    puts: [put(positions, row)],
    armings,
    events: [positionEvent(row, basis.instrument)],
  };
}

function withMargin(row: PositionRow, added: Amount, { wallMs }: Facts): PositionRow {
  if (added === 0n) return row;
  return { ...row, margin: row.margin + added, added: addedOn(dayOf(wallMs), row.added, added) };
}

/**
 * Returns the warning that still applies. More margin raises the equity, and once a warning no longer applies, the customer can
 * be warned again.
 */
function warnedStill(row: PositionRow, instrument: ContractInstrument, price: Amount): PositionRow['warned'] {
  const equity = equityAt(instrument, weighedOf(row), price);
  const isAbove = (warned: PositionRow['warned']): boolean =>
    equity * ONE > nextShare(warned) * row.initialMargin;
  return isAbove(0) ? 0 : row.warned === 60 && isAbove(75) ? 75 : row.warned;
}

/** Margin added on one day is combined into one record, because self-imposed limits count by day. */
function addedOn(day: number, before: PositionRow['added'], added: Amount): PositionRow['added'] {
  const last = before.at(-1);
  if (last?.day !== day) return [...before, { day, amount: added }];
  return [...before.slice(0, -1), { day, amount: last.amount + added }];
}
