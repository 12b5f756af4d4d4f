/**
 * Orders that ended without a fill, by reason and by how the price moved afterwards, from the public list and the tape alone. The
 * verifier recomputes the same figures with separate code.
 */
import type { Amount } from '../money/amount.ts';

/** An order of the public list that ended without a fill. */
export type UnfilledOrder = {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly reason: string;
  /** The entry of the tape at which it ended; null if no entry ended it. */
  readonly ended: bigint | null;
};

type Prices = { readonly bid: Amount; readonly ask: Amount };
/** The prices of an entry, and those of the first quote a minute later; null while there is none. */
export type LaterPrice = Prices & { readonly later: Prices | null };

export type UnfilledCount = {
  readonly reason: string;
  readonly count: number;
  /** Orders that, if filled, would have shown a gain (a loss) to the customer a minute later. */
  readonly gained: number;
  readonly lost: number;
  /** Orders without a quote a minute later. */
  readonly undecided: number;
};

/**
 * Reads a line of the public list.
 *
 * @returns undefined for a line about anything else.
 */
export function readUnfilledLine(line: string): UnfilledOrder | undefined {
  const [, kind, , symbol = '', side, , reason = ''] = line.split('|');
  if (kind !== 'unfilled') return undefined;
  if (side !== 'buy' && side !== 'sell') throw new Error(`expected the line of an order, found "${line}"`);
  const ended = line.split('|')[11] ?? '';
  return { symbol, side, reason, ended: ended === '' ? null : BigInt(ended) };
}

/**
 * Counts orders by reason, in the order of the reasons.
 *
 * @param priceOf the prices at the entry at which an order ended; undefined if that is not a quote
 */
export function unfilledOutcomes(
  orders: Iterable<UnfilledOrder>,
  priceOf: (order: UnfilledOrder) => LaterPrice | undefined,
): UnfilledCount[] {
  const counts = new Map<string, UnfilledCount>();
  for (const order of orders) {
    const { reason } = order;
    const before = counts.get(reason) ?? { reason, count: 0, gained: 0, lost: 0, undecided: 0 };
    const outcome = outcomeOf(order, order.ended === null ? undefined : priceOf(order));
    counts.set(reason, {
      ...before,
      count: before.count + 1,
      ...(outcome === undefined ? {} : { [outcome]: before[outcome] + 1 }),
    });
  }
  return [...counts.values()].toSorted((one, other) => (one.reason < other.reason ? -1 : 1));
}

function outcomeOf(
  { side }: UnfilledOrder,
  price: LaterPrice | undefined,
): 'gained' | 'lost' | 'undecided' | undefined {
  if (price === undefined) return undefined;
  const { later } = price;
  if (later === null) return 'undecided';
  const move = side === 'buy' ? later.ask - price.ask : price.bid - later.bid;
  return move > 0n ? 'gained' : move < 0n ? 'lost' : undefined;
}
