/**
 * Determines the level that each part of a position waits for. If the level changes, the part is rearmed with the next version,
 * and can fire only after a new entry. Otherwise the part keeps its arming, so that changing the stop loss can't make the take
 * profit forget an entry that has already reached it.
 */
import { rateSymbolOf } from '@candor/domain/market/conversion.ts';
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { sessionAt } from '@candor/domain/market/session.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { nextMidnightMs } from '@candor/domain/trading/financing.ts';
import { CLOSE_OUT_SHARE, WARNING_SHARES, closeOutPrice } from '@candor/domain/trading/close-out.ts';
import type { Trigger, TriggerCondition } from '@candor/domain/trading/trigger.ts';
import type { Arming } from '../commands/command.ts';
import { TRIGGER_PARTS } from './tables.ts';
import type { Armed, ArmedPart, PositionRow, TriggerPart } from './tables.ts';

export type Wait = {
  readonly symbol: string;
  readonly condition: TriggerCondition;
  readonly level: Amount;
};

/** Returns the engine's trigger kind for a part, such as "position_stop". */
export function triggerKind(part: TriggerPart): string {
  return `position_${part}`;
}

/** Returns which entries may fire an armed part. */
export function awaitedOf([, armedSeq, sinceMs]: ArmedPart): Pick<Trigger, 'armedSeq' | 'sinceMs'> {
  return { armedSeq: BigInt(armedSeq), ...(sinceMs === undefined ? {} : { sinceMs }) };
}

/**
 * Returns the share of the initial margin at which the margin trigger fires next: 75% and 60% for the two warnings, then 50% for
 * the liquidation.
 */
export function nextShare(warned: PositionRow['warned']): Amount {
  const [first, second] = WARNING_SHARES as [Amount, Amount];
  return warned === 0 ? first : warned === 75 ? second : CLOSE_OUT_SHARE;
}

/** Converts an opened position to the form that the domain's formulas accept. */
export function exposureOf(row: PositionRow) {
  if (row.entryPrice === null) throw new Error(`expected position ${row.id} to have been opened`);
  return {
    side: row.side,
    quantity: row.openQuantity,
    entryPrice: row.entryPrice,
    rate: row.rate,
    margin: row.margin,
    initialMargin: row.initialMargin,
    // A charge for the other side's shortfall reduces equity in the same way as financing does.
    financing: row.financing + row.charge,
  };
}

/**
 * Like `exposureOf`, but for the liquidation level: added margin is included only once the change takes effect, because a
 * customer with a faster feed knows which quotes are in flight.
 */
export function weighedOf(row: PositionRow) {
  return { ...exposureOf(row), margin: row.margin - (row.change?.waits?.margin ?? 0n) };
}

/** Returns the level that a part of a row waits for, or null if it doesn't wait. */
export function waitOf(row: PositionRow, part: TriggerPart, instrument: ContractInstrument): Wait | null {
  const long = row.side === 'long';
  if (row.status === 'pending') {
    // The order opens at the rate that applied at its entry, even if a newer rate has been published by the time the opening is
    // computed.
    if (part === 'rate') return waitOfRate(instrument);
    if (part === 'cancel') return row.cancel === null ? null : on(row, 'time_at_or_after', 0n);
    if (part === 'change') return waitOfChange(row);
    // A gap entry also ends the order, so that a silent feed does not prolong it.
    if (part === 'expiry')
      return row.expiresMs === null ? null : on(row, 'clock_at_or_after', BigInt(row.expiresMs));
    if (part !== 'limit') return null;
    // A market order that waits for its price fills at the first quote made after its acceptance.
    if (row.price === null) return on(row, 'time_at_or_after', 0n);
    const isLimit = row.type === 'limit';
    if (long) return on(row, isLimit ? 'ask_at_or_below' : 'ask_at_or_above', row.price);
    return on(row, isLimit ? 'bid_at_or_above' : 'bid_at_or_below', row.price);
  }
  if (row.status === 'closing' && part === 'closing') {
    // While the market is open, the next quote closes the position. A quote from before the market closed may reach the tape
    // late; it must not close the position.
    const { reopensAtMs } = sessionAt(instrument.calendar, row.asked?.askedMs ?? row.updatedMs);
    return on(row, 'time_at_or_after', BigInt(reopensAtMs ?? 0));
  }
  if (row.status !== 'open' && row.status !== 'closing') return null;
  const gains = long ? 'bid_at_or_above' : 'ask_at_or_below';
  const loses = long ? 'bid_at_or_below' : 'ask_at_or_above';
  switch (part) {
    case 'target':
      return row.takeProfit === null ? null : on(row, gains, row.takeProfit);
    case 'stop':
      return row.stopPrice === null ? null : on(row, loses, row.stopPrice);
    case 'trail':
      return row.trailing === null ? null : on(row, long ? 'bid_falls_by' : 'ask_rises_by', row.trailing);
    case 'change':
      return waitOfChange(row);
    case 'margin': {
      const level = closeOutPrice(instrument, weighedOf(row), nextShare(row.warned));
      return level === null ? null : on(row, loses, level);
    }
    case 'rate':
      return waitOfRate(instrument);
    case 'financing':
      return on(row, 'time_at_or_after', BigInt(nextMidnightMs(row.financedMs)));
    case 'limit':
    case 'expiry':
    case 'cancel':
    case 'closing':
      return null;
  }
}

/**
 * Firings at one entry are ordered by kind. The name of this kind places a change before a closing, so that whatever remains open
 * has its new levels.
 */
function waitOfChange(row: PositionRow): Wait | null {
  const { waits } = row.change ?? { waits: null };
  return waits === null ? null : on(row, 'time_at_or_after', 0n);
}

function waitOfRate({ quote }: ContractInstrument): Wait | null {
  const symbol = rateSymbolOf(quote);
  return symbol === null ? null : { symbol, condition: 'time_at_or_after', level: 0n };
}

function on(row: PositionRow, condition: TriggerCondition, level: Amount): Wait {
  return { symbol: row.symbol, condition, level };
}

export type ArmingBasis = {
  readonly instrument: ContractInstrument;
  /** The row as stored in the database; undefined for a new row. */
  readonly before: PositionRow | undefined;
  /** Returns the entry of a symbol's tape after which newly armed parts can fire. */
  readonly seqOf: (symbol: string) => bigint;
  /** If set, the margin is compared with every entry after this one, instead of with the current price only. */
  readonly marginFrom?: bigint;
  /** When a change of levels was requested, and the entry after which the new levels apply. Absent if both are now. */
  readonly asked?: { readonly seq: bigint; readonly ms: number };
  /** A part whose trigger has just fired and has therefore left the engine. */
  readonly fired?: TriggerPart;
  /** A part that is rearmed even if its condition is the same, because the customer changed its effect. */
  readonly renewed?: TriggerPart;
};

/**
 * Parts that the customer requested. Margin, financing and rate triggers need no request, and fire at whichever entry reaches
 * them.
 */
const ASKED_FOR: ReadonlySet<TriggerPart> = new Set([
  'limit',
  'cancel',
  'change',
  'closing',
  'target',
  'stop',
  'trail',
]);

const LEVELS: ReadonlySet<TriggerPart> = new Set(['target', 'stop', 'trail']);

/**
 * Returns the earliest time (ms) of an entry that may fire a part armed now: the time of the customer's request. For the levels
 * of an order that opens, it is the time when they were last set.
 */
function askedMs(part: TriggerPart, row: PositionRow, before: PositionRow | undefined): number | undefined {
  if (!ASKED_FOR.has(part) || row.status === 'closed' || row.status === 'cancelled') return undefined;
  if (part === 'cancel') return row.cancel?.cancelMs;
  if (part === 'change') return row.change?.changeMs;
  if (part === 'limit') return row.amendedMs ?? row.createdMs;
  if (before === undefined) return row.createdMs;
  return before.entryPrice === null ? before.updatedMs : row.updatedMs;
}

/** Returns the row with its armings, and the changes to announce to the engine. */
export function arm(
  row: PositionRow,
  { instrument, before, seqOf, marginFrom, asked, fired, renewed }: ArmingBasis,
): { readonly row: PositionRow; readonly armings: readonly Arming[] } {
  const armed: { -readonly [part in TriggerPart]?: Armed[part] } = { ...row.armed };
  const armings: Arming[] = [];
  for (const part of TRIGGER_PARTS) {
    const now = waitOf(row, part, instrument);
    const then = before === undefined || part === fired ? null : waitOf(before, part, instrument);
    if (isSame(now, then) && part !== renewed) continue;
    const version = (row.armed[part]?.[0] ?? 0) + 1;
    const about = now ?? then;
    if (about === null) continue;
    const from = asked !== undefined && LEVELS.has(part) ? asked.seq : seqOf(about.symbol);
    const moved = part === 'margin' ? (marginFrom ?? (then === null ? undefined : from - 1n)) : undefined;
    const armedSeq = moved === undefined ? from : weighedFrom(row, moved);
    const since =
      now === null
        ? row.armed[part]?.[2]
        : asked !== undefined && LEVELS.has(part)
          ? asked.ms
          : askedMs(part, row, before);
    const waits = since === undefined ? {} : { sinceMs: since };
    // A disarmed part keeps the entry from which it was watched, because the audit checks whether an earlier entry had reached
    // it.
    const watched = now === null ? (row.armed[part]?.[1] ?? from.toString()) : armedSeq.toString();
    armed[part] = since === undefined ? [version, watched] : [version, watched, since];
    const { symbol, condition } = about;
    const level = now === null ? null : now.level;
    armings.push({
      symbol,
      kind: triggerKind(part),
      row: row.id,
      version,
      condition,
      level,
      armedSeq,
      ...waits,
    });
  }
  return { row: { ...row, armed }, armings };
}

/**
 * Returns the entry after which the margin is compared with prices. If the liquidation level moves, it must also be compared with
 * the current price. The position's value at that price has changed too, and the current entry may have reached the old level
 * before the margin was rearmed. If a rate moved the level, it must be compared with all entries since the rate's publication.
 * The result is never earlier than the entry after which the margin was watched before.
 */
function weighedFrom(row: PositionRow, seq: bigint): bigint {
  const watched = BigInt(row.armed.margin?.[1] ?? '0');
  return watched > seq ? watched : seq;
}

function isSame(one: Wait | null, other: Wait | null): boolean {
  if (one === null || other === null) return one === other;
  return one.symbol === other.symbol && one.condition === other.condition && one.level === other.level;
}
