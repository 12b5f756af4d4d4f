/** Whether a fill was made at the price that the tape shows at its entry, and what it cost and brought, as far as it tells. */
import type { TapeEntry } from './chain.ts';
import { isSymbol } from './chain.ts';
import { ONE, divideDown, divideUp, printDecimal, readDecimal } from './decimal.ts';
import type { Finding } from './findings.ts';
import { finding } from './findings.ts';

type OnTape = {
  readonly symbol: string;
  readonly quantity: string;
  readonly price: string;
  readonly tape_seq: number;
  readonly fee?: string | undefined;
  /** Part of one that the fee takes: `fee_rate` of the leg or of the position. */
  readonly fee_rate?: string | undefined;
};
/** Of an order that names its price: no fill may be worse. */
type Limited = { readonly limit?: string | undefined };
/** What a contract is worth. */
type Sized = {
  /** What a quantity of 1 has of the base currency. */
  readonly contract_size?: string | undefined;
  /** USDT for one unit of the quote currency. */
  readonly rate?: string | undefined;
};

/** A leg of a spot order, as `GET coin/list` answers it. */
export type SpotFill = OnTape &
  Limited & {
    readonly kind: 'spot';
    readonly side: 'buy' | 'sell';
    readonly value?: string | undefined;
  };

/** The opening of a position: its entry price and number. */
export type OpeningFill = OnTape &
  Limited &
  Sized & {
    readonly kind: 'open';
    readonly side: 'long' | 'short';
    readonly leverage?: string | undefined;
    /** What was frozen for it. */
    readonly margin?: string | undefined;
  };

/** A closing of a position or of a part, with the position's side and entry price. */
export type ClosingFill = OnTape &
  Sized & {
    readonly kind: 'close';
    readonly side: 'long' | 'short';
    readonly entry_price?: string | undefined;
    readonly pnl?: string | undefined;
    readonly financing?: string | undefined;
    /** How much was opened once, and what was closed of it before this, oldest first. */
    readonly opened_quantity?: string | undefined;
    readonly closed_before?: readonly string[] | undefined;
  };

export type Fill = SpotFill | OpeningFill | ClosingFill;

export type FillResult = {
  readonly findings: readonly Finding[];
  /** The entry that it names and the price there; undefined where the entry is not at hand. */
  readonly derived: { readonly entry: TapeEntry; readonly price: string } | undefined;
};

/** The numbers of the entries that a fill rests on. */
export function entriesOfFill(fill: Fill): { readonly first: number; readonly last: number } {
  return { first: fill.tape_seq, last: fill.tape_seq };
}

/**
 * Compares a fill with its entry: who buys pays the ask, who sells gets the bid; a long opens as a buyer and closes as a
 * seller, a short the other way. Value, fee and profit are recomputed where the fill carries what they follow from.
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
    ...limitFaults(fill),
    ...differing('amount_differs', seq, amountsOf(fill)),
  ];
  return { findings, derived: { entry, price } };
}

/** A limit binds the house whatever the tape says. */
function limitFaults(fill: Fill): Finding[] {
  const limit = fill.kind === 'close' ? undefined : readDecimal(fill.limit);
  const price = readDecimal(fill.price);
  if (limit === undefined || price === undefined) return [];
  if (buys(fill) ? price <= limit : price >= limit) return [];
  return [finding('worse_than_limit', fill.tape_seq, { limit: printDecimal(limit), found: fill.price })];
}

/** Whether the fill was made as a buyer's, at the ask. */
export function buys(fill: Fill): boolean {
  if (fill.kind === 'spot') return fill.side === 'buy';
  return (fill.side === 'long') === (fill.kind === 'open');
}

type Compared = { readonly field: string; readonly derived: string; readonly found: string };

/** What follows from the fill's own figures, where they are there; money in 10⁻⁸. */
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
  const rate = readDecimal(fill.rate);
  if (size === undefined || rate === undefined) return [];
  const notional = divideUp(quantity * size * price * rate, ONE ** 3n);
  const entryPrice = readDecimal(fill.entry_price);
  const fee = comparedFee(fill, notional);
  if (entryPrice === undefined) return fee;
  const move = fill.side === 'long' ? price - entryPrice : entryPrice - price;
  return [...compared('pnl', divideDown(quantity * size * move * rate, ONE ** 3n), fill.pnl), ...fee];
}

/** Fee and margin are of the price that was frozen for, the limit, where a short was filled above it. */
function openingAmounts(
  fill: OpeningFill,
  { quantity, price }: { readonly quantity: bigint; readonly price: bigint },
): Compared[] {
  const size = readDecimal(fill.contract_size);
  const rate = readDecimal(fill.rate);
  if (size === undefined || rate === undefined) return [];
  const limit = readDecimal(fill.limit) ?? price;
  const charged = limit < price ? limit : price;
  const notional = divideUp(quantity * size * charged * rate, ONE ** 3n);
  const leverage = readDecimal(fill.leverage) ?? 0n;
  const margin = leverage <= 0n ? [] : compared('margin', divideUp(notional * ONE, leverage), fill.margin);
  return [...comparedFee(fill, notional), ...margin];
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
];

function unreadableField(fill: Fill): string | undefined {
  const sides: readonly unknown[] = fill.kind === 'spot' ? ['buy', 'sell'] : ['long', 'short'];
  const kinds: readonly unknown[] = ['spot', 'open', 'close'];
  const figures = new Map<string, unknown>(Object.entries(fill));
  const parts = figures.get('closed_before') ?? [];
  return (
    (kinds.includes(fill.kind) ? undefined : 'kind') ??
    (isSymbol(fill.symbol) ? undefined : 'symbol') ??
    (sides.includes(fill.side) ? undefined : 'side') ??
    (Number.isSafeInteger(fill.tape_seq) && fill.tape_seq > 0 ? undefined : 'tape_seq') ??
    ['quantity', 'price'].find((name) => readDecimal(figures.get(name)) === undefined) ??
    OPTIONAL.find(
      (name) => figures.get(name) !== undefined && readDecimal(figures.get(name)) === undefined,
    ) ??
    (Array.isArray(parts) && parts.every((part) => readDecimal(part) !== undefined)
      ? undefined
      : 'closed_before')
  );
}
