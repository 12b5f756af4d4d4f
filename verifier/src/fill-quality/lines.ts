/** The lines of the public list of fills, read from their texts (docs/verification.md#fill-quality). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isSymbol } from '../chain.ts';
import { isHash } from '../crypto.ts';
import { readDecimal } from '../decimal.ts';

/** The list of one root of the ledger, as `GET transparency/fills` returns it. */
export type PublicList = {
  readonly root: number;
  readonly entry: string;
  readonly lines: readonly string[];
};

export type FillLine = {
  readonly kind: 'fill';
  readonly id: string;
  readonly product: 'spot' | 'contract' | 'forex';
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly how: (typeof HOWS)[number];
  /** When the order was accepted, and the newest entry then; for a level, when it was set. Null if not recorded. */
  readonly acceptedMs: number | null;
  readonly accepted: number | null;
  readonly ageMs: number | null;
  readonly level: bigint | null;
  readonly quoted: bigint | null;
  readonly next: bigint | null;
  readonly filled: number;
  readonly entryMs: number | null;
  readonly price: bigint;
  readonly bookedMs: number;
  readonly size: number;
};

export type TicketLine = {
  readonly kind: 'ticket';
  readonly id: string;
  readonly symbol: string;
  readonly side: 'up' | 'down';
  readonly status: 'won' | 'lost' | 'tied' | 'void';
  readonly reason: string;
  readonly acceptedMs: number;
  readonly accepted: number;
  readonly expiresMs: number;
  readonly struckFromMs: number | null;
  readonly strike: number | null;
  readonly settle: number | null;
  readonly bookedMs: number;
  readonly size: number;
  /** In USDT; only for void tickets. */
  readonly stake: bigint | null;
  readonly profit: bigint | null;
};

/** An order that ended without a fill, other than by its customer. */
export type UnfilledLine = {
  readonly kind: 'unfilled';
  readonly id: string;
  readonly product: 'spot' | 'contract' | 'forex';
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly type: (typeof TYPES)[number];
  readonly reason: (typeof UNFILLED_REASONS)[number];
  readonly acceptedMs: number;
  readonly accepted: number;
  readonly ageMs: number;
  /** The worst price that the order accepted. */
  readonly worst: bigint | null;
  readonly ended: number | null;
  readonly bookedMs: number;
};

export type PublicLine = FillLine | TicketLine | UnfilledLine;

const WHOLE = /^(?:0|[1-9]\d{0,15})$/;
const CODE = /^[a-z][a-z_]{0,63}$/;

class Unreadable extends Error {}

function demand(holds: boolean): asserts holds {
  if (!holds) throw new Unreadable();
}
function whole(text = ''): number {
  demand(WHOLE.test(text));
  return Number(text);
}
function decimal(text = ''): bigint {
  const value = readDecimal(text);
  demand(value !== undefined && value > 0n);
  return value;
}
const orNull = <Value>(text: string | undefined, read: (text: string) => Value): Value | null =>
  text === undefined || text === '' ? null : read(text);
function oneOf<const Options extends readonly string[]>(options: Options, text = ''): Options[number] {
  demand(options.includes(text));
  return text;
}
function code(text = ''): string {
  demand(CODE.test(text));
  return text;
}

/** A day, which is the fill age in a replay of daily prices. With a longer one, any old entry would count as fresh. */
const AGE_MAX_MS = 86_400_000;
function fillAge(text?: string): number {
  const ageMs = whole(text);
  demand(ageMs <= AGE_MAX_MS);
  return ageMs;
}

const PRODUCTS = ['spot', 'contract', 'forex'] as const;
const SIDES = ['buy', 'sell'] as const;
const TYPES = ['market', 'limit'] as const;
/** An unknown value would escape every rule. */
const HOWS = [
  ...TYPES,
  'take_profit',
  'stop_loss',
  'profit_lock',
  'trailing',
  'close_out',
  'start_over',
] as const;
/** Why an order ended without a fill, other than by its customer. */
const UNFILLED_REASONS = [
  // The market, and the amounts at its price.
  'price_moved',
  'trading_closed',
  'liquidity_insufficient',
  'amount_below_minimum',
  'amount_wrong',
  'quantity_above_maximum',
  'balance_insufficient',
  'margin_insufficient',
  'credit_insufficient',
  'take_profit_wrong',
  'stop_loss_wrong',
  'trailing_wrong',
  // The customer's permissions.
  'account_frozen',
  'account_locked',
  'self_excluded',
  'timed_out',
  'product_not_offered',
  'pair_not_active',
  'lever_not_enabled',
  'bank_card_missing',
  'leverage_above_cap',
] as const;

/** Reads a line; undefined if it is malformed. */
export function readLine(line: string): PublicLine | undefined {
  const [id, product, ...fields] = line.split('|');
  try {
    demand(isHash(id));
    if (product === 'option') return ticketOf(id, fields);
    if (product === 'unfilled') return unfilledOf(id, fields);
    return fillOf(id, product ?? '', fields);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function fillOf(id: string, product: string, fields: readonly string[]): FillLine {
  const [symbol, side, how, acceptedMs, accepted, ageMs, level, quoted, next, filled, entryMs, ...rest] =
    fields;
  const [price, bookedMs, size] = rest;
  demand(fields.length === 14 && isSymbol(symbol));
  return {
    ...{ kind: 'fill', id, product: oneOf(PRODUCTS, product), symbol, side: oneOf(SIDES, side) },
    ...{ how: oneOf(HOWS, how), acceptedMs: orNull(acceptedMs, whole), accepted: orNull(accepted, whole) },
    ...{ ageMs: orNull(ageMs, fillAge), level: orNull(level, decimal), quoted: orNull(quoted, decimal) },
    ...{ next: orNull(next, decimal), filled: whole(filled), entryMs: orNull(entryMs, whole) },
    ...{ price: decimal(price), bookedMs: whole(bookedMs), size: whole(size) },
  };
}

function ticketOf(id: string, fields: readonly string[]): TicketLine {
  const [
    symbol,
    side,
    status,
    reason,
    acceptedMs,
    accepted,
    expiresMs,
    struckFromMs,
    strike,
    settle,
    ...rest
  ] = fields;
  const [bookedMs, size, stake, profit] = rest;
  demand(fields.length === 14 && isSymbol(symbol));
  return {
    ...{ kind: 'ticket', id, symbol, side: oneOf(['up', 'down'], side) },
    ...{ status: oneOf(['won', 'lost', 'tied', 'void'], status), reason: reason === '' ? '' : code(reason) },
    ...{ acceptedMs: whole(acceptedMs), accepted: whole(accepted), expiresMs: whole(expiresMs) },
    ...{ struckFromMs: orNull(struckFromMs, whole), strike: orNull(strike, whole) },
    ...{ settle: orNull(settle, whole), bookedMs: whole(bookedMs), size: whole(size) },
    ...{ stake: orNull(stake, decimal), profit: orNull(profit, decimal) },
  };
}

function unfilledOf(id: string, fields: readonly string[]): UnfilledLine {
  const [product, symbol, side, type, reason, acceptedMs, accepted, ageMs, worst, ended, bookedMs] = fields;
  demand(fields.length === 11 && isSymbol(symbol));
  return {
    ...{ kind: 'unfilled', id, product: oneOf(PRODUCTS, product), symbol, side: oneOf(SIDES, side) },
    ...{ type: oneOf(TYPES, type), reason: oneOf(UNFILLED_REASONS, reason) },
    ...{ acceptedMs: whole(acceptedMs), accepted: whole(accepted), ageMs: fillAge(ageMs) },
    ...{ worst: orNull(worst, decimal), ended: orNull(ended, whole), bookedMs: whole(bookedMs) },
  };
}

/** The log entry that commits to a list. */
export function entryOf(root: number, lines: readonly string[]): string {
  const text = lines.map((line) => `${line}\n`).join('');
  return `candor-fills-v1|${root}|${lines.length}|${bytesToHex(sha256(utf8ToBytes(text)))}`;
}
