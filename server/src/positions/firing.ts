/**
 * Applies a trigger: opens a resting order, closes a position, warns its customer, charges it for nights, or applies a new
 * conversion rate. All effects apply as of the entry that fired, whatever has happened since.
 */
import { rateSymbolOf } from '@candor/domain/market/conversion.ts';
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { ok } from '@candor/domain/outcome.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { closingPrice, firedCost, openingCost, openingPrice } from '@candor/domain/trading/contract.ts';
import type { OpeningCost } from '@candor/domain/trading/contract.ts';
import { checkLevels } from '@candor/domain/trading/levels.ts';
import { closeOutPrice } from '@candor/domain/trading/close-out.ts';
import { isAwaited, isTrailing, reaches } from '@candor/domain/trading/trigger.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { put } from '../commands/command.ts';
import type { Decision, Effects, Facts, TapeTime } from '../commands/command.ts';
import { FalselyFired } from '../commands/trigger-source.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { LIMITS } from '../limits.ts';
import { noticeNow } from '../identity/mail/notices.ts';
import { arm, awaitedOf, nextShare, waitOf, weighedOf } from './arming.ts';
import { cancelOne, isTakenBack } from './cancelling.ts';
import { carryOut } from './changing.ts';
import { coverViolation } from './cover.ts';
import { openingViolation } from './gate.ts';
import { headSeqOf, instrumentOf } from './market.ts';
import type { Instruments } from './market.ts';
import {
  closeEffects,
  fillJournal,
  holdJournal,
  positionEvent,
  pricesAt,
  usableCollateral,
} from './effects.ts';
import { endReduction } from './reducing.ts';
import { chargedUpTo } from './overnight-financing.ts';
import { Payer } from './payer.ts';
import { positions } from './tables.ts';
import type { CloseReason, PositionRow, TriggerPart } from './tables.ts';
import {
  namesOf,
  closingNotices,
  expiryNotices,
  openingNotices,
  refusalNotices,
} from './position-notices.ts';

export type PositionFiring = {
  readonly id: bigint;
  readonly part: TriggerPart;
  readonly version: number;
  readonly instruments: Instruments;
  readonly entry: TapeEntry;
  readonly jurisdictions: JurisdictionMode;
};
/** A firing whose row was found, with the row's instrument. The entry of a rate has a different symbol. */
type Found = Pick<PositionFiring, 'part' | 'entry' | 'jurisdictions' | 'instruments'> & {
  readonly instrument: ContractInstrument;
};

/** Whether the row was as the firing expected. If it was closed or changed in the meantime, it is left unchanged. */
export type Fired = { readonly fired: boolean };
type WithoutAnswer = Omit<Effects<never>, 'answer'>;

const NOTHING: Decision<Fired, never> = ok({ answer: { fired: false } });

export function decideFiring(firing: PositionFiring, facts: Facts): Decision<Fired, never> {
  const { id, part, version, entry, jurisdictions } = firing;
  const row = facts.row(positions, id);
  const armed = row?.armed[part];
  if (row === undefined || armed === undefined || armed[0] > version) return NOTHING;
  const instrument = instrumentOf(row, firing.instruments);
  const wait = waitOf(row, part, instrument);
  if (wait === null) return NOTHING;
  // The engine learns of a version only after its commit. A version that doesn't exist yet must have been forged, and it has
  // replaced the actual one in the engine.
  if (armed[0] < version)
    throw new FalselyFired(`${part} of position ${id} does not wait in version ${version}`);
  // The customer requested cancellation before this entry was made. The cancellation fires at the first quote made after the
  // request, unless the customer repeats the request first.
  if (part === 'limit' && (isTakenBack(row, entry) || isExpired(row, entry))) return NOTHING;
  // The entry ends the order by expiry, so it doesn't execute the cancellation.
  if (part === 'cancel' && isExpired(row, entry)) return NOTHING;
  if (
    entry.symbol !== wait.symbol ||
    !isAwaited(awaitedOf(armed), entry) ||
    (!isTrailing(wait.condition) && !reaches(wait.condition, wait.level, entry))
  ) {
    throw new FalselyFired(`entry ${entry.symbol} ${entry.seq} does not fire ${part} of position ${id}`);
  }
  return ok({
    answer: { fired: true },
    ...effectsOf(row, { part, entry, instrument, jurisdictions, instruments: firing.instruments }, facts),
  });
}

/**
 * Whether an entry comes at or after the order's expiry. The entry's own time decides, even if its quote was late.
 */
function isExpired({ expiresMs }: PositionRow, { timeMs }: Pick<TapeEntry, 'timeMs'>): boolean {
  return expiresMs !== null && timeMs >= expiresMs;
}

function effectsOf(row: PositionRow, firing: Found, facts: Facts): WithoutAnswer {
  switch (firing.part) {
    case 'limit':
      return row.reduces === null ? openAtEntry(row, firing, facts) : reduceAtEntry(row, firing, facts);
    case 'cancel':
      return cancelOne(row, { ...cancelling(firing), facts, reason: 'customer' });
    case 'expiry': {
      const expired = cancelOne(row, { ...cancelling(firing), facts, reason: 'expired' });
      return { ...expired, appends: expiryNotices(row, facts) };
    }
    case 'change':
      return carryOut(row, { ...firing, seqOf: seqFrom(firing, facts) }, facts);
    case 'closing':
      // The reason was already set when the row began closing, and it isn't a refusal.
      return closeAtEntry(row, firing, { facts, reason: (row.reason ?? 'customer') as CloseReason });
    case 'target':
      return closeAtEntry(row, firing, { facts, reason: 'take_profit' });
    case 'stop':
      return closeAtEntry(row, firing, {
        facts,
        reason: row.stopKind === 'lock' ? 'profit_lock' : 'stop_loss',
      });
    case 'trail':
      return closeAtEntry(row, firing, { facts, reason: 'trailing' });
    case 'margin':
      return closeOutOrWarn(row, firing, facts);
    case 'financing':
      return charge(row, firing, facts);
    case 'rate':
      return reprice(row, firing, facts);
  }
}

function cancelling({ instrument, entry }: Found): Pick<Found, 'instrument' | 'entry'> {
  return { instrument, entry };
}

/**
 * Parts that a firing arms can fire only after the entry that fired. On another tape, they can fire only after that tape's head.
 */
function seqFrom({ entry }: Found, facts: Facts): (symbol: string) => bigint {
  const headSeq = headSeqOf(facts);
  return (symbol) => (symbol === entry.symbol ? entry.seq : headSeq(symbol));
}

function openAtEntry(before: PositionRow, firing: Found, facts: Facts): WithoutAnswer {
  const { instrument, entry } = firing;
  const barred = openingViolation({ ...before, ...firing }, facts);
  const refused = (reason: RefusalCode): WithoutAnswer => ({
    ...cancelOne(before, { instrument, facts, reason, entry }),
    appends: refusalNotices(before, entry, facts),
  });
  if (barred !== undefined) return refused(barred.refusal.code);
  const price = openingPrice(before.side, entry);
  const violations = before.type === 'limit' ? undefined : boundsViolation(before, firing);
  if (violations !== undefined) return refused(violations);
  const cost = costAt(before, instrument, { price, rate: before.rate });
  // A market order froze its cost at an earlier price, and a stop order at its level.
  const lacking = cost.total > before.margin ? cost.total - before.margin : 0n;
  if (lacking > usableCollateral(before.collateral, facts)) {
    return refused(before.collateral === 'promo' ? 'credit_insufficient' : 'margin_insufficient');
  }
  const uncovered = coverViolation(instrument, { ...before, price }, facts);
  if (uncovered !== undefined) return refused(uncovered.refusal.code);
  const opened: PositionRow = {
    ...before,
    openRate: before.rate,
    openRateSeq: before.rateSeq,
    status: 'open',
    openQuantity: before.quantity,
    entryPrice: price,
    entrySeq: entry.seq,
    entryMs: entry.timeMs,
    openFee: cost.fee,
    initialMargin: cost.margin,
    margin: cost.margin,
    financedMs: entry.timeMs,
    openedDay: dayOf(facts.wallMs),
    updatedMs: facts.nowMs,
  };
  const basis = { instrument, before, seqOf: seqFrom(firing, facts), fired: firing.part };
  const { row, armings } = arm(opened, basis);
  return {
    journals: [
      ...(lacking > 0n ? [holdJournal(row, lacking)] : []),
      fillJournal(row, before.margin + lacking, cost),
    ],
    puts: [put(positions, row)],
    appends: openingNotices(row, facts),
    armings,
    events: [positionEvent(row, instrument)],
  };
}

/** At its limit, an order costs at most the amount it froze; at market or at a stop, the entry's price determines the cost. */
function costAt(
  { type, price: limit, quantity, placedRate: rate, leverage }: PositionRow,
  instrument: ContractInstrument,
  fill: { readonly price: Amount; readonly rate: Amount },
): OpeningCost {
  if (type !== 'limit' || limit === null) return openingCost(instrument, { quantity, leverage, ...fill });
  return firedCost(instrument, { quantity, limit, rate, leverage }, fill);
}

/**
 * Returns the violation that prevents a waiting market order, or a stop order, from opening at its entry. The customer's price
 * bounds apply as they do at acceptance.
 */
function boundsViolation(
  { type, side, worstPrice, createdMs, takeProfit, stopPrice, trailing }: PositionRow,
  { instrument, entry }: Found,
): RefusalCode | undefined {
  const isTooLate = type === 'market' && entry.timeMs - createdMs > LIMITS.trading.fillWaitMarketMs;
  if (isTooLate) return 'trading_closed';
  const entryPrice = openingPrice(side, entry);
  const isWorse =
    worstPrice !== null && (side === 'long' ? entryPrice > worstPrice : entryPrice < worstPrice);
  if (isWorse) return 'price_moved';
  const basis = { side, entryPrice, currentPrice: closingPrice(side, entry) };
  const levels = checkLevels(instrument, basis, {
    takeProfit: takeProfit ?? undefined,
    stopLoss: stopPrice ?? undefined,
    trailing: trailing ?? undefined,
  });
  return levels.ok ? undefined : levels.refusal.code;
}

/** Closes as much of the position as the order specifies, at the entry that reached the order. */
function reduceAtEntry(order: PositionRow, firing: Found, facts: Facts): WithoutAnswer {
  const { instrument, entry } = firing;
  const arming = { instrument, seqOf: seqFrom(firing, facts) };
  const ending = { endedSeq: entry.seq, basis: { ...arming, fired: 'limit' as const }, nowMs: facts.nowMs };
  const position = facts.openRows(positions).find(({ id }) => id === order.reduces);
  if (position === undefined)
    throw new Error(`expected order ${order.id} to end with position ${order.reduces}, found it resting`);
  // The position closes at the next quote anyway, so the order ends.
  if (position.status === 'closing') return endReduction(order, { ...ending, reason: 'position_closing' });
  const quantity = order.quantity < position.openQuantity ? order.quantity : position.openQuantity;
  const at = { quantity, ...pricesAt(position.side, entry), seq: entry.seq, timeMs: entry.timeMs };
  const closed = closeEffects(
    position,
    { ...at, reason: 'reduce', order: order.id, journalSeq: facts.journalSeq },
    {
      facts,
      payer: new Payer(facts),
      arming: { ...arming, instrument: instrumentOf(position, firing.instruments) },
    },
  );
  const { puts = [], ...owes } = closed.owing;
  const ended = endReduction(order, { ...ending, reason: 'reduced' });
  return {
    journals: closed.journals,
    puts: [put(positions, closed.row), ...closed.others, ...puts, ...(ended.puts ?? [])],
    appends: closingNotices(closed.row, { record: closed.record, timeMs: entry.timeMs }, facts),
    armings: [...closed.armings, ...(ended.armings ?? [])],
    events: [...closed.events, ...(ended.events ?? [])],
    ...owes,
  };
}

function closeAtEntry(
  before: PositionRow,
  firing: Found,
  { facts, reason }: { facts: Facts; reason: CloseReason },
): WithoutAnswer {
  const { instrument, entry, part } = firing;
  // A closing on request may be partial. For all other reasons, the position closes in full.
  const asked = part === 'closing' ? (before.asked ?? undefined) : undefined;
  const { row, record, journals, armings, events, owing, others } = closeEffects(
    before,
    {
      ...(asked === undefined ? {} : { asked }),
      quantity: asked?.quantity ?? before.openQuantity,
      ...pricesAt(before.side, entry),
      seq: entry.seq,
      timeMs: entry.timeMs,
      reason,
      journalSeq: facts.journalSeq,
    },
    {
      facts,
      payer: new Payer(facts),
      arming: { instrument, seqOf: seqFrom(firing, facts), fired: part },
    },
  );
  const appends = closingNotices(row, { record, timeMs: entry.timeMs }, facts);
  const { puts = [], ...owes } = owing;
  return { journals, puts: [put(positions, row), ...others, ...puts], appends, armings, events, ...owes };
}

/**
 * Liquidates the position if its equity has fallen to half of the initial margin. Otherwise, warns the customer and arms the
 * next share from this entry.
 */
function closeOutOrWarn(before: PositionRow, firing: Found, facts: Facts): WithoutAnswer {
  const { instrument, entry } = firing;
  const warned = warnedAt(before, instrument, entry);
  if (warned === 'close_out') return closeAtEntry(before, firing, { facts, reason: 'close_out' });
  const told = noticeNow(facts, 'position_warned', { ...namesOf(before), share: `${warned}%` });
  return { ...change(before, { ...before, warned }, { firing, facts }), appends: [told] };
}

/**
 * Returns the lowest share to which the equity has fallen. Like the levels, it is not rounded: a position slightly above half
 * stays open.
 */
function warnedAt(
  row: PositionRow,
  instrument: ContractInstrument,
  entry: TapeEntry,
): PositionRow['warned'] | 'close_out' {
  const price = closingPrice(row.side, entry);
  const at = (share: Amount): boolean => {
    const level = closeOutPrice(instrument, weighedOf(row), share);
    return level !== null && (row.side === 'long' ? price <= level : price >= level);
  };
  if (at(nextShare(60))) return 'close_out';
  return at(nextShare(75)) ? 60 : 75;
}

/** Charges every midnight since the last one charged, then compares the entry's price with the resulting liquidation level. */
function charge(before: PositionRow, firing: Found, facts: Facts): WithoutAnswer {
  const { instrument, entry } = firing;
  return change(before, chargedUpTo(before, instrument, entry), { firing, facts });
}

/**
 * Returns when a rate was published, for each instrument that the rate applies to. All are needed, because only the row of a
 * firing determines its instrument.
 */
export function publishedAt({ symbol: rateSymbol, timeMs }: TapeEntry, instruments: Instruments): TapeTime[] {
  return [...instruments.values()]
    .filter(({ quote }) => rateSymbolOf(quote) === rateSymbol)
    .map(({ symbol }) => ({ symbol, timeMs }));
}

/**
 * Applies a newly published rate. The position's profit and liquidation level follow the rate from the first entry to which it
 * applies, even if the firing is decided late.
 */
function reprice(before: PositionRow, firing: Found, facts: Facts): WithoutAnswer {
  const { entry } = firing;
  if (before.rateSeq !== null && entry.seq <= before.rateSeq)
    return change(before, before, { firing, facts });
  const marginFrom = facts.seqBefore({ symbol: before.symbol, timeMs: entry.timeMs });
  return change(before, { ...before, rate: entry.last, rateSeq: entry.seq }, { firing, facts, marginFrom });
}

function change(
  before: PositionRow,
  after: PositionRow,
  how: { firing: Found; facts: Facts; marginFrom?: bigint },
): WithoutAnswer {
  const { firing, facts } = how;
  const { instrument, part } = firing;
  const from = how.marginFrom === undefined ? {} : { marginFrom: how.marginFrom };
  const basis = { instrument, before, seqOf: seqFrom(firing, facts), fired: part, ...from };
  // If the row waits for a closing or a change of levels, this remains the time of that request.
  const updatedMs = before.status === 'open' ? facts.nowMs : before.updatedMs;
  const { row, armings } = arm({ ...after, updatedMs }, basis);
  return { puts: [put(positions, row)], armings, events: [positionEvent(row, instrument)] };
}
