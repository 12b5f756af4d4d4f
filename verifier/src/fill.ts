/** Checks that a fill was made at the price of its tape entry, and recomputes cost and result if the fill has the figures. */
import type { TapeEntry } from './chain.ts';
import { isSymbol, madeMs } from './chain.ts';
import { ONE, divideDown, divideUp, printDecimal, readDecimal, numberOf } from './decimal.ts';
import type { Finding } from './findings.ts';
import { finding } from './findings.ts';
import { rateSymbolOf } from './rates.ts';

/**
 * The maximum duration of a transaction, in milliseconds, which is the maximum difference between the time of an acceptance
 * and the time of the newest entry.
 */
const CLOCKS_DIFFER_MS = 3000;

type OnTape = {
  readonly symbol: string;
  readonly quantity: string;
  readonly price: string;
  readonly tape_seq: number;
  readonly fee?: string | undefined;
  /** The fee as a fraction: `fee_rate` of the leg or of the position. */
  readonly fee_rate?: string | undefined;
  /** The market time at which the order or the request to close was accepted; absent if the fill was triggered by a level. */
  readonly accepted_ms?: number | undefined;
  /** For a market fill: the newest entry when it was accepted, and the maximum age at which that entry may fill it. */
  readonly accepted_seq?: number | undefined;
  readonly fill_age_ms?: number | undefined;
};
/** For an order with a limit: no fill may be worse than this price. */
type Limited = { readonly limit?: string | undefined };
/** The value of a contract. */
type Sized = {
  /** The amount of the base currency in a quantity of 1. */
  readonly contract_size?: string | undefined;
  /** The price in USDT of one unit of the quote currency. */
  readonly rate?: string | undefined;
  /** The entry of the rate's tape; null if one unit of the quote currency is treated as one USDT. */
  readonly rate_seq?: number | null | undefined;
};

/** A charge for midnights, made at the entry `seq`. */
export type Night = {
  readonly seq: number;
  readonly time_ms: number;
  readonly nights: number;
  readonly quantity: string;
  readonly rate: string;
  readonly rate_seq: number | null;
  readonly amount: string;
};

/** A leg of a spot order, as `GET coin/list` returns it. */
export type SpotFill = OnTape &
  Limited & {
    readonly kind: 'spot';
    readonly side: 'buy' | 'sell';
    readonly value?: string | undefined;
  };

export type OpeningFill = OnTape &
  Limited &
  Sized & {
    readonly kind: 'open';
    readonly side: 'long' | 'short';
    readonly leverage?: string | undefined;
    readonly margin?: string | undefined;
    /** For an order that waited: the conversion rate from which the frozen amount was computed, and the rate's entry. */
    readonly placed_rate?: string | undefined;
    readonly placed_rate_seq?: number | null | undefined;
  };

/** A full or partial closing of a position, with the position's side and entry price. */
export type ClosingFill = OnTape &
  Sized & {
    readonly kind: 'close';
    readonly side: 'long' | 'short';
    readonly entry_price?: string | undefined;
    /** The entry at which the position was opened, and the time from which overnight financing is charged. */
    readonly entry_seq?: number | undefined;
    readonly opened_ms?: number | undefined;
    /** The overnight financing rate as a fraction of the notional, and every midnight charged up to this fill, oldest first. */
    readonly financing_rate?: string | undefined;
    readonly nights?: readonly Night[] | undefined;
    readonly pnl?: string | undefined;
    readonly financing?: string | undefined;
    /**
     * The part of an opposite position's loss that this closing covered, the part of an opposite position's gain that was
     * taken back, and the amount that the house owed at first.
     */
    readonly charge?: string | undefined;
    readonly offset?: string | undefined;
    readonly owed?: string | undefined;
    /** The opened quantity, and the quantity that was closed before this fill, oldest first. */
    readonly opened_quantity?: string | undefined;
    readonly closed_before?: readonly string[] | undefined;
    /** The entries of those closings, in the same order. */
    readonly closed_before_seq?: readonly number[] | undefined;
  };

export type Fill = SpotFill | OpeningFill | ClosingFill;

export type FillResult = {
  readonly findings: readonly Finding[];
  /** The entry that the fill names, and its price; undefined if the entry is not available. */
  readonly derived: { readonly entry: TapeEntry; readonly price: string } | undefined;
};

/** Returns the numbers of the entries on which a fill depends. A value that is not a number becomes NaN. */
export function entriesOfFill(fill: Fill): { readonly first: number; readonly last: number } {
  const [accepted, last] = [numberOf(fill.accepted_seq ?? fill.tape_seq), numberOf(fill.tape_seq)];
  return { first: Math.min(accepted, last), last };
}

/**
 * Compares a fill with its entry. A buyer pays the ask and a seller gets the bid; a long opens at the ask and closes at the
 * bid, and a short does the opposite. Value, fee and profit are recomputed if the fill has their inputs.
 */
export function rederiveFill(fill: Fill, entries: readonly TapeEntry[]): FillResult {
  const field = unreadableField(fill);
  if (field !== undefined)
    return { findings: [finding('record_unreadable', null, { field })], derived: undefined };
  const seq = fill.tape_seq;
  const entry = entries.find((one) => one.seq === seq);
  if (entry === undefined) {
    const range = { from: String(seq), to: String(seq) };
    return { findings: [finding('entries_missing', null, range)], derived: undefined };
  }
  const price = buys(fill) ? entry.ask : entry.bid;
  const findings = [
    ...(entry.gap === true ? [finding('fill_on_gap', seq)] : []),
    ...differing('price_differs', seq, [{ field: 'price', derived: price, found: fill.price }]),
    ...limitViolations(fill),
    ...acceptanceViolations(fill, entries),
    ...differing('amount_differs', seq, amountsOf(fill)),
  ];
  return { findings, derived: { entry, price } };
}

/**
 * Checks the entry of a market fill: the newest entry at the acceptance if that is a recent quote, otherwise the first quote
 * made after the acceptance.
 */
function acceptanceViolations(fill: Fill, entries: readonly TapeEntry[]): Finding[] {
  const { accepted_seq: acceptedSeq, accepted_ms: acceptedMs, fill_age_ms: ageMs, tape_seq: found } = fill;
  if (acceptedSeq === undefined || acceptedMs === undefined || ageMs === undefined) return [];
  const newest = entries.find(({ seq }) => seq === acceptedSeq);
  if (newest === undefined) {
    const range = { from: String(acceptedSeq), to: String(found) };
    return [finding('entries_missing', null, range)];
  }
  const isYoung = newest.gap !== true && acceptedMs - madeMs(newest) <= ageMs;
  const next = entries.find(
    (entry) => entry.seq > acceptedSeq && entry.gap !== true && madeMs(entry) >= acceptedMs,
  );
  const derived = isYoung ? acceptedSeq : next?.seq;
  const behind = entries.find(({ seq }) => seq === acceptedSeq + 1);
  const late = behind !== undefined && behind.time_ms <= acceptedMs - CLOCKS_DIFFER_MS;
  return [
    ...(derived === found
      ? []
      : [
          finding('seq_differs', null, { field: 'tape_seq', derived: String(derived), found: String(found) }),
        ]),
    ...(newest.time_ms > acceptedMs + CLOCKS_DIFFER_MS || late
      ? [
          finding('seq_differs', null, {
            field: 'accepted_seq',
            derived: late ? String(behind.seq) : String(acceptedSeq - 1),
            found: String(acceptedSeq),
          }),
        ]
      : []),
  ];
}

/** Checks that the price is not worse than the customer's limit, regardless of the tape. */
function limitViolations(fill: Fill): Finding[] {
  const limit = fill.kind === 'close' ? undefined : readDecimal(fill.limit);
  const price = readDecimal(fill.price);
  if (limit === undefined || price === undefined) return [];
  if (buys(fill) ? price <= limit : price >= limit) return [];
  return [finding('worse_than_limit', fill.tape_seq, { limit: printDecimal(limit), found: fill.price })];
}

/** Whether the fill was a purchase, at the ask. */
export function buys(fill: Fill): boolean {
  if (fill.kind === 'spot') return fill.side === 'buy';
  return (fill.side === 'long') === (fill.kind === 'open');
}

type Compared = { readonly field: string; readonly derived: string; readonly found: string };

/** Recomputes figures from the other figures of the fill, in units of 10⁻⁸. */
function amountsOf(fill: Fill): Compared[] {
  const quantity = readDecimal(fill.quantity) ?? 0n;
  const price = readDecimal(fill.price) ?? 0n;
  if (fill.kind === 'open') return openingAmounts(fill, { quantity, price });
  if (fill.kind === 'spot') {
    const product = quantity * price;
    const value = fill.side === 'buy' ? divideUp(product, ONE) : divideDown(product, ONE);
    return [...compared('value', value, fill.value), ...comparedFee(fill, value)];
  }
  const size = readDecimal(fill.contract_size);
  const rate = readDecimal(fill.rate) ?? (rateSymbolOf(fill.symbol) === undefined ? ONE : undefined);
  if (size === undefined || rate === undefined) return [];
  const notional = divideUp(quantity * size * price * rate, ONE ** 3n);
  const entryPrice = readDecimal(fill.entry_price);
  const fee = comparedFee(fill, notional);
  if (entryPrice === undefined) return fee;
  const move = fill.side === 'long' ? price - entryPrice : entryPrice - price;
  return [...compared('pnl', divideDown(quantity * size * move * rate, ONE ** 3n), fill.pnl), ...fee];
}

/**
 * Recomputes fee and margin of an opening: those at the fill's price or, if lower, the amounts that a waiting order froze at
 * its limit and at the conversion rate of that time.
 */
function openingAmounts(
  fill: OpeningFill,
  { quantity, price }: { readonly quantity: bigint; readonly price: bigint },
): Compared[] {
  const size = readDecimal(fill.contract_size);
  const rate = readDecimal(fill.rate);
  if (size === undefined || rate === undefined) return [];
  const leverage = readDecimal(fill.leverage) ?? 0n;
  const feeRate = readDecimal(fill.fee_rate) ?? 0n;
  const costAt = (at: bigint, by: bigint) => {
    const notional = divideUp(quantity * size * at * by, ONE ** 3n);
    const margin = leverage <= 0n ? 0n : divideUp(notional * ONE, leverage);
    const fee = divideUp(notional * feeRate, ONE);
    return { margin, fee, total: margin + fee };
  };
  const own = costAt(price, rate);
  const limit = readDecimal(fill.limit);
  const held = limit === undefined ? own : costAt(limit, readDecimal(fill.placed_rate) ?? rate);
  const charged = own.total < held.total ? own : held;
  return [
    ...(fill.fee_rate === undefined ? [] : compared('fee', charged.fee, fill.fee)),
    ...(leverage <= 0n ? [] : compared('margin', charged.margin, fill.margin)),
  ];
}

function comparedFee(fill: Fill, value: bigint): Compared[] {
  const rate = readDecimal(fill.fee_rate);
  return rate === undefined ? [] : compared('fee', divideUp(value * rate, ONE), fill.fee);
}

function compared(field: string, derived: bigint, found: string | undefined): Compared[] {
  return found === undefined ? [] : [{ field, derived: printDecimal(derived), found }];
}

function differing(
  code: 'price_differs' | 'amount_differs',
  seq: number,
  figures: readonly Compared[],
): Finding[] {
  return figures
    .filter(({ derived, found }) => derived !== found)
    .map((figure) => finding(code, seq, figure));
}

const OPTIONAL = [
  ...['value', 'fee', 'fee_rate', 'limit', 'leverage', 'margin'],
  ...['entry_price', 'contract_size', 'rate', 'pnl', 'financing', 'opened_quantity'],
  ...['placed_rate', 'financing_rate', 'charge', 'offset', 'owed'],
];
/** Checks the optional numbers of entries and times. */
const OPTIONAL_WHOLES = [
  'rate_seq',
  'placed_rate_seq',
  'accepted_ms',
  'accepted_seq',
  'fill_age_ms',
  'entry_seq',
  'opened_ms',
];
/** The maximum number of charges, which is more than a year of nights. */
const NIGHTS_MAX = 1000;

function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isNight(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const night = new Map<string, unknown>(Object.entries(given));
  const seq = night.get('rate_seq');
  return (
    ['seq', 'time_ms', 'nights'].every((name) => isWhole(night.get(name))) &&
    ['quantity', 'rate', 'amount'].every((name) => readDecimal(night.get(name)) !== undefined) &&
    (seq === null || isWhole(seq))
  );
}

/** Whether every field of a charge can be used in computations. */
export function isReadable(fill: Fill): boolean {
  return unreadableField(fill) === undefined;
}

function unreadableField(fill: Fill): string | undefined {
  const sides: readonly unknown[] = fill.kind === 'spot' ? ['buy', 'sell'] : ['long', 'short'];
  const kinds: readonly unknown[] = ['spot', 'open', 'close'];
  const figures = new Map<string, unknown>(Object.entries(fill));
  const parts = figures.get('closed_before') ?? [];
  const partSeqs = figures.get('closed_before_seq') ?? [];
  const nights = figures.get('nights') ?? [];
  return (
    (kinds.includes(fill.kind) ? undefined : 'kind') ??
    (isSymbol(fill.symbol) ? undefined : 'symbol') ??
    (sides.includes(fill.side) ? undefined : 'side') ??
    (Number.isSafeInteger(fill.tape_seq) && fill.tape_seq > 0 ? undefined : 'tape_seq') ??
    ['quantity', 'price'].find((name) => readDecimal(figures.get(name)) === undefined) ??
    OPTIONAL.find(
      (name) => figures.get(name) !== undefined && readDecimal(figures.get(name)) === undefined,
    ) ??
    OPTIONAL_WHOLES.find((name) => !isWhole(figures.get(name) ?? 0)) ??
    (Array.isArray(parts) && parts.every((part) => readDecimal(part) !== undefined)
      ? undefined
      : 'closed_before') ??
    (Array.isArray(partSeqs) && partSeqs.every(isWhole) ? undefined : 'closed_before_seq') ??
    (Array.isArray(nights) && nights.length <= NIGHTS_MAX && nights.every(isNight) ? undefined : 'nights')
  );
}
