/**
 * The gains of a customer's open positions that a statement of liabilities must count. The customer knows the positions, and
 * the statement names the entries of the public tapes that value them, so nobody needs the platform's figure.
 */
import { ONE, readDecimal } from '../decimal.ts';
import type { LiabilityStatement, StatementPrice } from './statement.ts';

/** A position as the platform's answers state it. The open quantity is its quantity less those of its closings. */
export type GainingPosition = {
  readonly id: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly status: string;
  readonly quantity: string;
  readonly contract_size: string;
  readonly entry_price: string | null;
  readonly closes: readonly { readonly quantity: string }[];
};

export type OpenGains = {
  /** Units of 10⁻⁸ of USDT; a loss counts as zero. */
  readonly sum: bigint;
  /** Whether the sum includes every open position. If not, more is owed, by an unknown amount. */
  readonly isWhole: boolean;
  /** Symbols with an open position for which the statement names no price. */
  readonly unpriced: readonly string[];
};

export type GainsAt = {
  /** All positions that are open now. */
  readonly positions: readonly GainingPosition[];
  readonly statement: Pick<LiabilityStatement, 'prices'>;
  /** Whether the position changed after the statement, so that its state at that time is unknown. */
  readonly hasChanged: (id: string) => boolean;
};

/** These need no conversion rate. */
const QUOTED_IN_DOLLARS = /\/USDT?$/;
const HOLDING: ReadonlySet<string> = new Set(['open', 'closing']);

/**
 * Adds the gains at the statement's prices. A position whose quote currency needs a conversion rate, which the statement doesn't
 * name, is left out.
 */
export function openGains({ positions, statement, hasChanged }: GainsAt): OpenGains {
  const unpriced = new Set<string>();
  let sum = 0n;
  let isWhole = true;
  for (const position of positions) {
    if (!HOLDING.has(position.status)) continue;
    const price = statement.prices.find(({ symbol }) => symbol === position.symbol);
    const gain = price === undefined ? 0n : gainOf(position, price);
    const needsRate = !QUOTED_IN_DOLLARS.test(position.symbol);
    if (hasChanged(position.id) || needsRate || gain === undefined) isWhole = false;
    else if (price === undefined) unpriced.add(position.symbol);
    else sum += gain;
  }
  return { sum, isWhole, unpriced: [...unpriced].toSorted() };
}

/** Undefined if a figure is malformed. */
function gainOf(position: GainingPosition, { bid, ask }: StatementPrice): bigint | undefined {
  const size = readDecimal(position.contract_size);
  const entry = readDecimal(position.entry_price);
  const price = readDecimal(position.side === 'long' ? bid : ask);
  let open = readDecimal(position.quantity);
  for (const close of position.closes) {
    const closed = readDecimal(close.quantity);
    open = open === undefined || closed === undefined ? undefined : open - closed;
  }
  if (size === undefined || entry === undefined || price === undefined || open === undefined)
    return undefined;
  const gained = position.side === 'long' ? price - entry : entry - price;
  return gained <= 0n ? 0n : (open * size * gained) / (ONE * ONE);
}
