/**
 * The cost of coins and the gain of each disposal, first-in first-out (FIFO) or at average cost. Everything is in exact integers.
 * A rounding remainder stays in the cost of what is still held, so the costs of all disposals and of the rest add up to what was
 * paid.
 *
 * A purchased coin costs its price and fee. A coin acquired in another way (a deposit, a grant, a payout) costs its value at that
 * time. A coin that leaves without a sale (a withdrawal, a lost stake, starting over) takes its cost with it and realises no
 * gain.
 */
import type { Amount } from '../money/amount.ts';
import { mulDivDown } from '../money/rounding.ts';

export type CostMethod = 'fifo' | 'average';

/** A change of a holding, in chronological order. */
export type CoinMove = {
  readonly currency: string;
  readonly timeMs: number;
  /** Above zero; `kind` has the direction. */
  readonly quantity: Amount;
  /** In USDT: what it cost, or what was received for it. Not used for coins that left without a sale. */
  readonly value: Amount;
  readonly kind: 'acquired' | 'disposed' | 'moved_out';
};

/** A sale or a part of one, from coins that were acquired together. */
export type Disposal = {
  readonly currency: string;
  /** Null at average cost, which has no single time of acquisition. */
  readonly acquiredMs: number | null;
  readonly disposedMs: number;
  readonly quantity: Amount;
  readonly proceeds: Amount;
  readonly cost: Amount;
  readonly gain: Amount;
};

export type CostOfHolding = {
  readonly quantity: Amount;
  readonly cost: Amount;
  /** The gains of all disposals so far. */
  readonly realised: Amount;
};

export type CostBasis = {
  readonly disposals: readonly Disposal[];
  readonly holdings: ReadonlyMap<string, CostOfHolding>;
};

type Lot = { readonly acquiredMs: number | null; quantity: Amount; cost: Amount };
type Taken = { readonly acquiredMs: number | null; readonly quantity: Amount; readonly cost: Amount };
/**
 * Lots before `first` are used up. Removing each immediately would take quadratic time on the server's thread.
 */
type Held = { lots: Lot[]; first: number; realised: Amount };
const USED_UP_MAX = 1000;

export function costBasis(moves: readonly CoinMove[], method: CostMethod): CostBasis {
  const held = new Map<string, Held>();
  const disposals: Disposal[] = [];
  for (const move of moves) {
    const { currency } = move;
    const own = held.get(currency) ?? { lots: [], first: 0, realised: 0n };
    held.set(currency, own);
    if (move.kind === 'acquired') {
      acquire(own, move, method);
      continue;
    }
    const taken = take(own, move);
    if (move.kind === 'moved_out') continue;
    for (const disposal of disposalsOf(move, taken)) {
      own.realised += disposal.gain;
      disposals.push(disposal);
    }
  }
  return {
    disposals,
    holdings: new Map([...held].map(([currency, own]) => [currency, holdingOf(own)])),
  };
}

function acquire(own: Held, { quantity, value, timeMs }: CoinMove, method: CostMethod): void {
  const pool = own.lots[own.first];
  if (method === 'fifo' || pool === undefined) {
    own.lots.push({ acquiredMs: method === 'fifo' ? timeMs : null, quantity, cost: value });
    return;
  }
  pool.quantity += quantity;
  pool.cost += value;
}

/** Takes a quantity from the oldest lots. A part of a lot takes its share of the cost, rounded down; the last part takes the rest. */
function take(own: Held, { currency, quantity }: CoinMove): Taken[] {
  const taken: Taken[] = [];
  let missing = quantity;
  while (missing > 0n) {
    const lot = own.lots[own.first];
    if (lot === undefined) throw new Error(`expected ${missing} more units of ${currency}, found none held`);
    const part = missing < lot.quantity ? missing : lot.quantity;
    const cost = part === lot.quantity ? lot.cost : mulDivDown(lot.cost, part, lot.quantity);
    taken.push({ acquiredMs: lot.acquiredMs, quantity: part, cost });
    lot.quantity -= part;
    lot.cost -= cost;
    if (lot.quantity === 0n) useUp(own);
    missing -= part;
  }
  return taken;
}

function useUp(own: Held): void {
  own.first += 1;
  if (own.first < USED_UP_MAX || own.first * 2 < own.lots.length) return;
  own.lots.splice(0, own.first);
  own.first = 0;
}

/** Divides the proceeds by quantity, so that the parts add up to them. */
function disposalsOf(move: CoinMove, taken: readonly Taken[]): Disposal[] {
  let sold = 0n;
  let paid = 0n;
  return taken.map(({ acquiredMs, quantity, cost }) => {
    sold += quantity;
    const proceeds = mulDivDown(move.value, sold, move.quantity) - paid;
    paid += proceeds;
    const { currency, timeMs: disposedMs } = move;
    return { currency, acquiredMs, disposedMs, quantity, proceeds, cost, gain: proceeds - cost };
  });
}

function holdingOf({ lots, first, realised }: Held): CostOfHolding {
  const left = lots.slice(first);
  const sum = (of: 'quantity' | 'cost'): Amount => left.reduce((total, lot) => total + lot[of], 0n);
  return { quantity: sum('quantity'), cost: sum('cost'), realised };
}

/**
 * Returns the profit of a holding at a price, as an amount and as a percentage of its cost to four decimals; null without a cost.
 */
export function unrealisedOf(
  { cost }: Pick<CostOfHolding, 'cost'>,
  value: Amount,
): { readonly profit: Amount; readonly percent: Amount | null } {
  const profit = value - cost;
  return { profit, percent: percentOf(profit, cost) };
}

/** Returns part ÷ whole in per cent to four decimals, truncated towards zero; null if the whole is zero. */
export function percentOf(part: Amount, whole: Amount): Amount | null {
  if (whole === 0n) return null;
  const tenThousandths = (part * 1_000_000n) / whole;
  return tenThousandths * 10_000n;
}
