/**
 * How well fills were executed, from the public list of fills alone: each price against the quote at the acceptance of the order, in
 * exact integers, by product and symbol. The verifier recomputes the same figures with separate code.
 */
import { parseAmount } from '../money/amount.ts';
import type { Amount } from '../money/amount.ts';

/** A fill in the form of the public list. */
export type PublicFill = {
  readonly product: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** `market`, `limit`, a level that closed a position, `close_out`, or `start_over` of a demo. */
  readonly how: string;
  /** When the order was accepted, by the market clock, and the newest entry then; null if not recorded. */
  readonly acceptedMs: number | null;
  readonly accepted: bigint | null;
  /** The price of the limit or level. */
  readonly level: Amount | null;
  /** The price of the fill's side at the entry `accepted`, and at the first quote after it. */
  readonly quoted: Amount | null;
  readonly next: Amount | null;
  readonly filled: bigint;
  readonly entryMs: number | null;
  readonly price: Amount;
};

/** Counts and sums of slippage. A sum is in units of 10⁻⁸ of the price, that is 10⁻⁴ of a basis point, and never negative. */
export type Slippage = {
  readonly count: number;
  readonly sum: bigint;
  /** The 99th percentile: the smallest value that at least 99 of 100 fills do not exceed; null without fills. */
  readonly p99: bigint | null;
};

/** The outcomes of those market orders for which the price moved in one direction after the acceptance. */
export type Moves = {
  readonly orders: number;
  /** Orders that filled at a later entry than the one at their acceptance. */
  readonly waited: number;
  /** The sum of the orders' slippage, positive if customers lost, in units of 10⁻⁸ of the price. */
  readonly sum: bigint;
};

export type FillQuality = {
  readonly product: string;
  readonly symbol: string;
  /** `market`: against the quote at the acceptance. `level`: against the price that the limit or level asked for. */
  readonly against: 'market' | 'level';
  readonly fills: number;
  readonly waited: number;
  readonly at: number;
  readonly better: Slippage;
  readonly worse: Slippage;
  /**
   * Market orders for which the first quote after the acceptance moved in favour of the customer, or against them. Zero for
   * levels.
   */
  readonly favour: Moves;
  readonly disfavour: Moves;
  /** Milliseconds from the acceptance to the time of the fill's entry, 0 if it is the one at the acceptance; null for levels. */
  readonly waitP50Ms: number | null;
  readonly waitP99Ms: number | null;
};

const SCALE = 100_000_000n;
const AGAINST_LEVEL: ReadonlySet<string> = new Set(['limit', 'take_profit', 'stop_loss', 'profit_lock']);

/**
 * Reads a line of the public list.
 *
 * @returns undefined for the line of a ticket.
 * @throws if the line is malformed, which only a bug can cause: the database writes the lines.
 */
export function readPublicFill(line: string): PublicFill | undefined {
  const fields = line.split('|');
  const [, product = '', symbol = '', side, how = '', acceptedMs = '', accepted = '', , level = ''] = fields;
  const [quoted = '', next = '', filled = '', entryMs = '', price = ''] = fields.slice(9);
  if (product === 'option') return undefined;
  const paid = parseAmount(price);
  if ((side !== 'buy' && side !== 'sell') || paid === undefined || filled === '') {
    throw new Error(`expected the line of a fill, found "${line}"`);
  }
  return {
    ...{ product, symbol, side, how, price: paid, filled: BigInt(filled) },
    acceptedMs: acceptedMs === '' ? null : Number(acceptedMs),
    accepted: accepted === '' ? null : BigInt(accepted),
    entryMs: entryMs === '' ? null : Number(entryMs),
    ...{
      level: parseAmount(level) ?? null,
      quoted: parseAmount(quoted) ?? null,
      next: parseAmount(next) ?? null,
    },
  };
}

/**
 * Returns a price's slippage against another one, positive if it is worse for the side, in units of 10⁻⁸ of the other price,
 * truncated towards zero so that gains and losses round alike.
 */
export function slippage(side: 'buy' | 'sell', price: Amount, against: Amount): bigint {
  return ((side === 'buy' ? price - against : against - price) * SCALE) / against;
}

/** Computes the statistics of fills, sorted by product, symbol and kind. Fills without a price to compare with are left out. */
export function fillQuality(fills: Iterable<PublicFill>): FillQuality[] {
  const groups = new Map<string, Group>();
  for (const fill of fills) {
    const isMarket = fill.how === 'market';
    const against = isMarket ? fill.quoted : AGAINST_LEVEL.has(fill.how) ? fill.level : null;
    if (against === null || against <= 0n) continue;
    const key = `${fill.product} ${fill.symbol} ${isMarket ? 'market' : 'level'}`;
    const group = groups.get(key) ?? newGroup(fill, isMarket ? 'market' : 'level');
    groups.set(key, group);
    add(group, fill, against);
  }
  const keys = [...groups.keys()].sort((one, other) => (one < other ? -1 : 1));
  return keys.flatMap((key) => (groups.has(key) ? [summed(groups.get(key) as Group)] : []));
}

type Group = Pick<FillQuality, 'product' | 'symbol' | 'against'> & {
  waited: number;
  readonly slips: bigint[];
  readonly waits: number[];
  favour: Moves;
  disfavour: Moves;
};

const NO_MOVES: Moves = { orders: 0, waited: 0, sum: 0n };

function newGroup({ product, symbol }: PublicFill, against: Group['against']): Group {
  return {
    product,
    symbol,
    against,
    waited: 0,
    slips: [],
    waits: [],
    favour: NO_MOVES,
    disfavour: NO_MOVES,
  };
}

function add(group: Group, fill: PublicFill, against: Amount): void {
  const slip = slippage(fill.side, fill.price, against);
  group.slips.push(slip);
  const waited = fill.accepted !== null && fill.filled > fill.accepted;
  if (waited) group.waited += 1;
  if (group.against === 'level') return;
  const { acceptedMs, entryMs, next } = fill;
  if (acceptedMs !== null && entryMs !== null) {
    group.waits.push(waited ? Math.max(0, entryMs - acceptedMs) : 0);
  }
  if (next === null || next === against) return;
  const direction = next < against === (fill.side === 'buy') ? 'favour' : 'disfavour';
  const { orders, waited: before, sum } = group[direction];
  group[direction] = { orders: orders + 1, waited: before + Number(waited), sum: sum + (waited ? slip : 0n) };
}

function summed({ slips, waits, ...group }: Group): FillQuality {
  const sorted = waits.toSorted((one, other) => one - other);
  return {
    ...group,
    fills: slips.length,
    at: slips.filter((slip) => slip === 0n).length,
    better: summedSlips(slips.filter((slip) => slip < 0n).map((slip) => -slip)),
    worse: summedSlips(slips.filter((slip) => slip > 0n)),
    waitP50Ms: atRank(sorted, 50) ?? null,
    waitP99Ms: atRank(sorted, 99) ?? null,
  };
}

function summedSlips(slips: readonly bigint[]): Slippage {
  const sorted = slips.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  return {
    count: slips.length,
    sum: slips.reduce((sum, slip) => sum + slip, 0n),
    p99: atRank(sorted, 99) ?? null,
  };
}

/** The smallest value that at least the given percentage of the values do not exceed. */
function atRank<Value>(sorted: readonly Value[], percent: number): Value | undefined {
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1];
}
