/** The second computation's own measures: what a journal changed for its customer, and what a fill was worth. */
import { ONE } from './second-books.ts';
import type { Entry, Journal, Leg, Posting } from './second-books.ts';

const GROUPS: Readonly<Record<string, string>> = {
  ...{ spot: 'spot', spot_frozen: 'spot', contract: 'contract', contract_frozen: 'contract' },
  ...{ option: 'option', option_frozen: 'option', promo: 'experience', promo_frozen: 'experience' },
  fund_principal: 'fund',
};

const isOwn = ({ account }: Posting): boolean => account in GROUPS;

/** The customer's own changes in a journal, by "group currency". A stake belongs to the customer until the ticket ends. */
export function changesIn(journal: Journal, stakes: Map<string, readonly Posting[]>): Map<string, bigint> {
  const changes = new Map<string, bigint>();
  const add = ({ account, currency, amount }: Posting): void => {
    const key = `${GROUPS[account]} ${currency}`;
    changes.set(key, (changes.get(key) ?? 0n) + amount);
  };
  const own = journal.postings.filter(isOwn);
  own.forEach(add);
  if (journal.kind === 'option_stake') {
    const staked = own.map((posting) => ({ ...posting, amount: -posting.amount }));
    stakes.set(journal.ref, staked);
    staked.forEach(add);
  } else if (journal.kind.startsWith('option_')) {
    for (const posting of stakes.get(journal.ref) ?? []) add({ ...posting, amount: -posting.amount });
  }
  for (const [key, amount] of changes) if (amount === 0n) changes.delete(key);
  return changes;
}

export type Money = Map<string, bigint>;

export function addTo(money: Money, key: string, amount: bigint): void {
  money.set(key, (money.get(key) ?? 0n) + amount);
}

export const up = (top: bigint, bottom: bigint): bigint => (top + bottom - 1n) / bottom;
/** Rounds to the nearest integer, and halves away from zero. */
export function nearest(top: bigint, bottom: bigint): bigint {
  const size = top < 0n ? -top : top;
  const rounded = (2n * size + bottom) / (2n * bottom);
  return top < 0n ? -rounded : rounded;
}

export function priceOf(leg: Leg): bigint {
  return leg.side === 'buy' ? leg.entry.ask : leg.entry.bid;
}

/** The value of a leg in USDT: a buyer's payment is rounded up, and a seller's proceeds are rounded down. */
export function valueOf(leg: Leg): bigint {
  const exact = leg.quantity * priceOf(leg);
  return leg.side === 'buy' ? up(exact, ONE) : exact / ONE;
}

/** Returns half the spread times the quantity, which the customer pays at a fill. */
export function spreadOf(leg: { readonly entry: Entry }, units: bigint, bottom: bigint): bigint {
  return nearest((leg.entry.ask - leg.entry.bid) * units, 2n * bottom);
}

export const ownUsdt = ({ postings }: Journal): bigint =>
  postings.reduce((sum, one) => (isOwn(one) && one.currency === 'USDT' ? sum + one.amount : sum), 0n);
export const posted = ({ postings }: Journal, account: string): bigint =>
  postings.reduce((sum, one) => (one.account === account ? sum + one.amount : sum), 0n);
