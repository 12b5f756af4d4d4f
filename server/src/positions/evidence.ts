/**
 * Builds the evidence file for a fill of a position, which is its opening or one of its closings. The file contains the fill
 * with the inputs it was computed from, the level or request that it waited for, the tape entries from its arming to the first
 * signature after the fill, and the journals. `verifier/` checks the file independently.
 */
import { rateSymbolOf } from '@candor/domain/market/conversion.ts';
import { amount as parsed, formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { Pool } from '../db/pool.ts';
import { readJournalsOf } from '../ledger/statement.ts';
import { signedStretch, watchedFrom } from '../quotes/signed-stretch.ts';
import type { Used } from '../quotes/signed-stretch.ts';
import { hexOf } from '../quotes/tape-views.ts';
import { positionRef } from './effects.ts';
import { instrumentOf } from './market.ts';
import type { Instruments } from './market.ts';
import { amendmentsOf, positionOf } from './store.ts';
import type { CloseReason, CloseRecord, PositionAmendmentRow, PositionRow, TriggerPart } from './tables.ts';

type Deps = { readonly pool: Pool; readonly publicKey: Uint8Array; readonly instruments: Instruments };
type Violation = 'trade_not_found' | 'order_state_wrong';
/** `fill` is 0 for the opening and 1 for the first closing. If absent, the newest fill is meant. */
type Wanted = { readonly id: bigint; readonly fill?: number | undefined };
type Booked = Awaited<ReturnType<typeof readJournalsOf>>[number];
/** A fill in the verifier's form, with the level or request that it waited for and its journals. */
type Told = {
  readonly tapeSeq: bigint;
  readonly fill: Readonly<Record<string, unknown>>;
  readonly waited: (Readonly<Record<string, unknown>> & { readonly from_seq: number }) | undefined;
  /** For fills at market, the newest entry at acceptance. */
  readonly acceptedSeq?: bigint | undefined;
  /** Ranges of entries of other tapes that the fill depends on. */
  readonly beside: readonly Used[];
  readonly isBooked: (journal: Booked) => boolean;
};

/** Builds the file for a customer's fill. Refuses if there is no such fill, or while the tape after it isn't signed yet. */
export function positionEvidence({ pool, publicKey, instruments }: Deps) {
  return async (
    customer: bigint,
    { id, fill: wanted }: Wanted,
  ): Promise<Outcome<{ readonly symbol: string; readonly body: string }, Violation>> => {
    const row = await positionOf(pool, { book: customer, id });
    if (row === undefined) return refuse('trade_not_found', { field: 'ticket' });
    const fill = wanted ?? row.closes.length;
    const order = row.closes[fill - 1]?.order;
    const reducing =
      order === undefined ? undefined : await positionOf(pool, { book: customer, id: BigInt(order) });
    const told = tellFill(row, fill, { instruments, reducing });
    if (told === undefined) return refuse('order_state_wrong', { field: 'ticket' });
    const { symbol } = row;
    const waiting = told.waited === undefined ? undefined : (reducing ?? (fill === 0 ? row : undefined));
    const amended = waiting === undefined ? {} : await amendedOf(pool, waiting, told.tapeSeq);
    const from = amended.amendments_from_seq ?? told.waited?.from_seq;
    const first = from === undefined ? (told.acceptedSeq ?? told.tapeSeq) : BigInt(from);
    const stretch = await signedStretch(pool, { symbol, first, last: told.tapeSeq });
    const beside = stretch === undefined ? undefined : await besides(pool, told.beside);
    if (stretch === undefined || beside === undefined)
      return refuse('order_state_wrong', { field: 'ticket' });
    const all = await readJournalsOf(pool, { book: customer, ref: positionRef(id) });
    const journals = all.filter(told.isBooked);
    const file = {
      candor: 2,
      kind: 'fill',
      order: { id: id.toString(), type: row.type, created_at: Math.floor(row.createdMs / 1000) },
      fill: withFrozen(told.fill, journals),
      ...(told.waited === undefined ? {} : { waited: { ...withMargin(told.waited, journals), ...amended } }),
      ...stretch,
      beside,
      public_key: hexOf(publicKey),
      journals,
    };
    return ok({ symbol, body: JSON.stringify(file, null, 1) });
  };
}

type With = {
  readonly instruments: Instruments;
  /** The order that reduced the position by this fill. */
  readonly reducing: PositionRow | undefined;
};

function tellFill(row: PositionRow, at: number, found: With): Told | undefined {
  if (at === 0) return openingOf(row, found.instruments);
  const close = row.closes[at - 1];
  return close === undefined ? undefined : closingOf(row, { close, at, ...found });
}

const OPENING_KINDS: ReadonlySet<string> = new Set([
  'contract_open',
  'contract_hold',
  'contract_release',
  'contract_fill',
]);

function openingOf(row: PositionRow, instruments: Instruments): Told | undefined {
  const { entryPrice, entrySeq, price } = row;
  if (entryPrice === null || entrySeq === null) return undefined;
  const { contractSize, quote } = instrumentOf(row, instruments);
  const placed = {
    placed_rate: formatAmount(row.placedRate),
    placed_rate_seq: entryNumber(row.placedRateSeq),
  };
  return {
    tapeSeq: entrySeq,
    beside: besideOf(row, quote, [row.openRateSeq, row.placedRateSeq], []),
    acceptedSeq: row.type === 'market' ? row.createdSeq : undefined,
    fill: {
      ...{ kind: 'open', symbol: row.symbol, side: row.side, quantity: formatAmount(row.quantity) },
      ...{ price: formatAmount(entryPrice), tape_seq: Number(entrySeq), fee: formatAmount(row.openFee) },
      ...{ contract_size: formatAmount(contractSize), leverage: row.leverage.toString() },
      ...{ fee_rate: formatAmount(row.feeRate), accepted_ms: row.createdMs },
      ...(row.type === 'market' ? acceptance(row.createdSeq, row.fillAgeMs) : {}),
      ...{ rate: formatAmount(row.openRate ?? row.rate), rate_seq: entryNumber(row.openRateSeq), ...placed },
      ...limitOf(row),
    },
    waited:
      price === null
        ? undefined
        : waitedFor(row, {
            part: 'limit',
            tapeSeq: entrySeq,
            what: { for: row.type, level: formatAmount(price), ...takenBack(row), ...expiring(row) },
          }),
    isBooked: ({ kind }) => OPENING_KINDS.has(kind),
  };
}

/** Returns the worst price at which the order may open. The order froze its maximum cost at this price. */
function limitOf({ type, price }: PositionRow): object {
  return type === 'limit' && price !== null ? { limit: formatAmount(price) } : {};
}

/** Returns the cancellation request, if the order still opened at an entry made before it. */
function takenBack({ cancel }: PositionRow): object {
  return cancel === null ? {} : { cancel_ms: cancel.cancelMs, cancel_seq: Number(cancel.cancelSeq) };
}

/** Returns the time from which no entry could open the order. */
function expiring({ expiresMs }: PositionRow): object {
  return expiresMs === null ? {} : { expires_ms: expiresMs };
}

function closingOf(
  row: PositionRow,
  { close, at, instruments, reducing }: With & { readonly close: CloseRecord; readonly at: number },
): Told {
  const { quantity, price, rate, pnl, fee, financing } = close;
  const tapeSeq = BigInt(close.tape_seq);
  const { contractSize, quote } = instrumentOf(row, instruments);
  const before = row.closes.slice(0, at - 1);
  // An order accepted in a closed session fills at the first quote after it. Session times aren't on any tape, so the file then
  // omits the accepted entry.
  const acceptedSeq =
    close.asked_seq === undefined || row.product === 'forex' ? undefined : BigInt(close.asked_seq);
  const nights = row.nights.filter(({ seq }) => BigInt(seq) <= tapeSeq);
  const rateSeqs = [close.rate_seq, ...nights.map(({ rate_seq: seq }) => seq)];
  const elsewhere = [row.entrySeq, ...nights.map(({ seq }) => BigInt(seq))];
  return {
    tapeSeq,
    acceptedSeq,
    beside: besideOf(
      row,
      quote,
      rateSeqs.map((seq) => (seq === null ? null : BigInt(seq))),
      elsewhere.filter((seq) => seq !== null && seq !== tapeSeq) as bigint[],
    ),
    fill: {
      ...{ kind: 'close', symbol: row.symbol, side: row.side, quantity, price, tape_seq: Number(tapeSeq) },
      ...{ fee, fee_rate: formatAmount(row.feeRate), rate, pnl, financing },
      rate_seq: numberOf(close.rate_seq),
      ...(ASKED.has(close.reason) ? { accepted_ms: close.asked_ms ?? close.time_ms } : {}),
      ...(acceptedSeq === undefined ? {} : acceptance(acceptedSeq, row.fillAgeMs)),
      ...{ charge: close.charge, offset: close.offset, owed: close.owed },
      entry_price: row.entryPrice === null ? undefined : formatAmount(row.entryPrice),
      ...{ entry_seq: entryNumber(row.entrySeq), opened_ms: row.entryMs },
      contract_size: formatAmount(contractSize),
      opened_quantity: formatAmount(row.quantity),
      closed_before: before.map((one) => one.quantity),
      closed_before_seq: before.map((one) => Number(one.tape_seq)),
      financing_rate: formatAmount(row.financingRate),
      nights: nights.map((night) => ({
        ...night,
        seq: Number(night.seq),
        rate_seq: numberOf(night.rate_seq),
      })),
    },
    waited: reducing === undefined ? waitedClosing(row, close) : waitedReducing(reducing, tapeSeq),
    isBooked: ({ seq }) => BigInt(seq) <= BigInt(close.journal_seq),
  };
}

/** The reasons of closings that the customer requested. The time of such a closing is that of the request. */
const ASKED: ReadonlySet<CloseReason> = new Set(['customer', 'close_all', 'start_over']);

function numberOf(seq: string | null): number | null {
  return seq === null ? null : Number(seq);
}

/** Returns the fields from which an independent verifier determines that the order had to fill at exactly this entry. */
function acceptance(seq: bigint, fillAgeMs: number): object {
  return { accepted_seq: Number(seq), fill_age_ms: fillAgeMs };
}

function entryNumber(seq: bigint | null): number | null {
  return seq === null ? null : Number(seq);
}

/**
 * Returns the ranges of entries with the rates that were used: one range of the rate's tape up to the entry after the newest
 * rate, and one entry of the position's tape for each night and for the opening.
 */
function besideOf(
  { symbol }: PositionRow,
  quote: string,
  rateSeqs: readonly (bigint | null)[],
  elsewhere: readonly bigint[],
): readonly Used[] {
  const rateSymbol = rateSymbolOf(quote);
  const rates = rateSeqs.filter((seq) => seq !== null).sort((one, other) => (one < other ? -1 : 1));
  const [first] = rates;
  const last = rates.at(-1);
  return [
    ...(rateSymbol === null || first === undefined || last === undefined
      ? []
      : [{ symbol: rateSymbol, first, last: last + 1n }]),
    ...[...new Set(elsewhere)].map((seq) => ({ symbol, first: seq, last: seq })),
  ];
}

/**
 * Returns the ranges with their signatures, or undefined if one isn't signed yet. The entry after the newest rate may not exist
 * yet.
 */
async function besides(pool: Pool, used: readonly Used[]): Promise<readonly object[] | undefined> {
  const found: object[] = [];
  for (const one of used) {
    // Reads one range after another, so that a position with many nights doesn't take all connections.
    // oxlint-disable-next-line no-await-in-loop
    const whole = await signedStretch(pool, one);
    const stretch =
      // oxlint-disable-next-line no-await-in-loop
      whole ??
      (one.last > one.first ? await signedStretch(pool, { ...one, last: one.last - 1n }) : undefined);
    if (stretch === undefined) return undefined;
    found.push({ symbol: one.symbol, ...stretch });
  }
  return found;
}

type Level = { readonly part: TriggerPart; readonly level: (row: PositionRow) => Amount | null };
const STOP: Level = { part: 'stop', level: ({ stopPrice }) => stopPrice };
const LEVELS: Readonly<Partial<Record<CloseReason, Level>>> = {
  take_profit: { part: 'target', level: ({ takeProfit }) => takeProfit },
  stop_loss: STOP,
  profit_lock: STOP,
  trailing: { part: 'trail', level: ({ trailing }) => trailing },
};

/**
 * Returns the level that caused a closing. A level closes the whole position, and a closed row never changes, so the level's last
 * arming is the one that fired.
 */
function waitedClosing(row: PositionRow, close: CloseRecord): Told['waited'] {
  const { reason } = close;
  const tapeSeq = BigInt(close.tape_seq);
  if (reason === 'close_out') {
    const initial = formatAmount(row.initialMargin);
    const waiting = row.change?.waits?.margin ?? 0n;
    // A charge for the other side's shortfall reduces the equity in the same way as financing does.
    const financing = formatAmount(parsed(close.financing) + parsed(close.charge ?? '0'));
    return waitedFor(row, {
      part: 'margin',
      tapeSeq,
      what: {
        ...{ for: reason, initial_margin: initial, financing, ...changed(row) },
        ...(waiting === 0n ? {} : { waiting_margin: formatAmount(waiting) }),
      },
    });
  }
  const level = LEVELS[reason]?.level(row) ?? null;
  const part = LEVELS[reason]?.part;
  if (level === null || part === undefined) return undefined;
  return waitedFor(row, {
    part,
    tapeSeq,
    what: { for: reason, level: formatAmount(level), ...changed(row) },
  });
}

/** Returns the price that the reducing order waited for. */
function waitedReducing(order: PositionRow, tapeSeq: bigint): Told['waited'] {
  if (order.price === null) throw new Error(`expected order ${order.id} to have a price, found none`);
  return waitedFor(order, {
    part: 'limit',
    tapeSeq,
    what: { for: order.type, level: formatAmount(order.price), ...takenBack(order), ...expiring(order) },
  });
}

type Amended = { readonly amendments_from_seq?: number; readonly [more: string]: unknown };

/**
 * Returns the levels that the order waited for before each amendment, so that its fill is checked against the terms in force at
 * each time.
 */
async function amendedOf(pool: Pool, order: PositionRow, tapeSeq: bigint): Promise<Amended> {
  if (order.amendedMs === null) return {};
  const amendments = await amendmentsOf(pool, order);
  const [first] = amendments;
  if (first === undefined) throw new Error(`expected amendments of order ${order.id}, found none`);
  return {
    accepted_at: Math.floor(order.createdMs / 1000),
    amendments: amendments.map((one) => ({
      ...{ seq: Number(one.tapeSeq), time_ms: one.timeMs, fill_age_ms: one.fillAgeMs },
      ...{ armed_seq: Number(one.wasArmedSeq), since_ms: one.wasSinceMs, ...formerLevel(order, one) },
    })),
    amendments_from_seq: Number(watchedFrom(first.wasArmedSeq, tapeSeq)),
  };
}

function formerLevel({ type }: PositionRow, { wasPrice }: PositionAmendmentRow): object {
  return type === 'stop' ? { stop: formatAmount(wasPrice) } : { limit: formatAmount(wasPrice) };
}

/** Returns the requested change, if the position closed at an entry made before the request. */
function changed({ change }: PositionRow): object {
  if (change === null || change.waits === null) return {};
  return { change_ms: change.changeMs, change_seq: Number(change.changeSeq) };
}

/** Adds the amount that was frozen for an opening. */
function withFrozen(fill: Told['fill'], journals: readonly Booked[]): object {
  return fill['kind'] === 'open' ? { ...fill, margin: formatAmount(frozenBy(journals)) } : fill;
}

/** Adds the margin that was frozen at a liquidation, which equals the margin that the closing released. */
function withMargin(waited: NonNullable<Told['waited']>, journals: readonly Booked[]): object {
  if (waited['for'] !== 'close_out') return waited;
  return { ...waited, margin: formatAmount(-frozenBy(journals.slice(-1))) };
}

function frozenBy(journals: readonly Booked[]): Amount {
  const postings = journals.flatMap((journal) => journal.postings);
  return postings.reduce((sum, { account, amount }) => {
    return account.endsWith('_frozen') ? sum + parsed(amount) : sum;
  }, 0n);
}

function waitedFor(
  row: PositionRow,
  { part, tapeSeq, what }: { readonly part: TriggerPart; readonly tapeSeq: bigint; readonly what: object },
): Told['waited'] {
  const armed = row.armed[part];
  if (armed === undefined || tapeSeq <= BigInt(armed[1])) return undefined;
  const [version, armedSeq, sinceMs] = armed;
  const isFirst = part === 'limit' && version === 1;
  return {
    ...what,
    armed_seq: Number(armedSeq),
    from_seq: Number(watchedFrom(BigInt(armedSeq), tapeSeq)),
    ...(sinceMs === undefined ? {} : { since_ms: sinceMs }),
    ...(isFirst ? { accepted_at: Math.floor(row.createdMs / 1000) } : {}),
  };
}
