/**
 * What of a position waits for what. A part that waits for something else than before is armed anew, with the next
 * version and the entry from which it counts; one that waits for the same keeps what it had, so that a change of the
 * stop cannot make a target forget an entry that had already reached it.
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

/** What a part waits for: a condition on the tape of a symbol. */
export type Wait = {
  readonly symbol: string;
  readonly condition: TriggerCondition;
  readonly level: Amount;
};

/** How the engine calls a part's trigger: "position_stop". */
export function triggerKind(part: TriggerPart): string {
  return `position_${part}`;
}

/** Which entries a part that was armed so waits for. */
export function awaitedOf([, armedSeq, sinceMs]: ArmedPart): Pick<Trigger, 'armedSeq' | 'sinceMs'> {
  return { armedSeq: BigInt(armedSeq), ...(sinceMs === undefined ? {} : { sinceMs }) };
}

/** The share of the initial margin at which the margin's trigger fires next: the two warnings, then the close-out. */
export function nextShare(warned: PositionRow['warned']): Amount {
  const [first, second] = WARNING_SHARES as [Amount, Amount];
  return warned === 0 ? first : warned === 75 ? second : CLOSE_OUT_SHARE;
}

/** A position that was opened, as the domain's formulas take it. */
export function exposureOf(row: PositionRow) {
  if (row.entryPrice === null) throw new Error(`position ${row.id} was never opened`);
  return {
    side: row.side,
    quantity: row.openQuantity,
    entryPrice: row.entryPrice,
    rate: row.rate,
    margin: row.margin,
    initialMargin: row.initialMargin,
    // What it owes of the other side weighs like financing.
    financing: row.financing + row.charge,
  };
}

/**
 * The same as it weighs against what is left of it: margin that was added counts from when its change is carried out, since whoever stands
 * nearer to a late market knows what is under way.
 */
export function weighedOf(row: PositionRow) {
  return { ...exposureOf(row), margin: row.margin - (row.change?.waits?.margin ?? 0n) };
}

/** What a part of a row waits for, or null when for nothing. */
export function waitOf(row: PositionRow, part: TriggerPart, instrument: ContractInstrument): Wait | null {
  const long = row.side === 'long';
  if (row.status === 'pending') {
    // What it opens at is the rate that counts at its entry, whatever was published by the time that is worked out.
    if (part === 'rate') return waitOfRate(instrument);
    if (part === 'cancel') return row.cancel === null ? null : on(row, 'time_at_or_after', 0n);
    if (part === 'change') return waitOfChange(row);
    if (part !== 'limit') return null;
    // At market it waits for its price: the first quote that was made since the acceptance.
    if (row.price === null) return on(row, 'time_at_or_after', 0n);
    return on(row, long ? 'ask_at_or_below' : 'bid_at_or_above', row.price);
  }
  if (row.status === 'closing' && part === 'closing') {
    // While its market is open the next quote closes it. A quote from before the market closed may still be on its way to the
    // tape; it must not be what closes.
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
    case 'cancel':
    case 'closing':
      return null;
  }
}

/** By its kind's name it fires before a closing that waits for the same entry: what of it stays open has its new levels by then. */
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
  /** The row as it stands in the database; absent for a new one. */
  readonly before: PositionRow | undefined;
  /** The entry of a symbol's tape from which what is armed anew counts. */
  readonly seqOf: (symbol: string) => bigint;
  /** Behind which entry the margin is held against each, where that is not the price that stands. */
  readonly marginFrom?: bigint;
  /** Where it is not now that its customer asked for what levels change: when, and behind which entry it counts. */
  readonly asked?: { readonly seq: bigint; readonly ms: number };
  /** A part whose trigger has just fired and is gone from the engine. */
  readonly fired?: TriggerPart;
};

/** What its customer asks for. The margin, a night and a rate are due by themselves, at whichever entry comes to them. */
const ASKED_FOR: ReadonlySet<TriggerPart> = new Set([
  'limit',
  'cancel',
  'change',
  'closing',
  'target',
  'stop',
  'trail',
]);

/** What its customer sets, and changes as long as it is open. */
const LEVELS: ReadonlySet<TriggerPart> = new Set(['target', 'stop', 'trail']);

/**
 * From when on an entry has to be made to fire a part that is armed now: since it was asked for, which of the levels of an order that
 * opens is when they were set last.
 */
function askedMs(part: TriggerPart, row: PositionRow, before: PositionRow | undefined): number | undefined {
  if (!ASKED_FOR.has(part) || row.status === 'closed' || row.status === 'cancelled') return undefined;
  if (part === 'cancel') return row.cancel?.cancelMs;
  if (part === 'change') return row.change?.changeMs;
  if (before === undefined) return row.createdMs;
  return before.entryPrice === null ? before.updatedMs : row.updatedMs;
}

/** The row with what it waits for, and what the engine has to be told of the difference. */
export function arm(
  row: PositionRow,
  { instrument, before, seqOf, marginFrom, asked, fired }: ArmingBasis,
): { readonly row: PositionRow; readonly armings: readonly Arming[] } {
  const armed: { -readonly [part in TriggerPart]?: Armed[part] } = { ...row.armed };
  const armings: Arming[] = [];
  for (const part of TRIGGER_PARTS) {
    const now = waitOf(row, part, instrument);
    const then = before === undefined || part === fired ? null : waitOf(before, part, instrument);
    if (isSame(now, then)) continue;
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
    // What ends keeps from when it was watched: the audit asks whether an entry had reached it before.
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
 * A close-out level that moves is held against the price that stands, too: what that is worth has changed with it, and an
 * entry that had just come to the old level finds the margin armed anew. One that a rate moves is held against all since that
 * was published. Never back behind where it was watched from.
 */
function weighedFrom(row: PositionRow, seq: bigint): bigint {
  const watched = BigInt(row.armed.margin?.[1] ?? '0');
  return watched > seq ? watched : seq;
}

function isSame(one: Wait | null, other: Wait | null): boolean {
  if (one === null || other === null) return one === other;
  return one.symbol === other.symbol && one.condition === other.condition && one.level === other.level;
}
