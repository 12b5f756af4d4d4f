/** The value of holdings in USDT at current prices. */
import type { Amount } from '../money/amount.ts';
import { valueReceived } from '../money/rounding.ts';
import type { CustomerAccount } from './account.ts';

export type Holding = {
  readonly account: CustomerAccount;
  readonly currency: string;
  readonly amount: Amount;
};

/** Returns the bid of a currency against USDT, or undefined if none is known. */
export type BidOf = (currency: string) => Amount | undefined;

/** Returns the value of a holding in USDT, rounded down; 0 if its price is unknown. */
function worthOf(holding: Pick<Holding, 'currency' | 'amount'>, bidOf: BidOf): Amount {
  if (holding.currency === 'USDT') return holding.amount;
  const bid = bidOf(holding.currency);
  return bid === undefined ? 0n : valueReceived(holding.amount, bid);
}

export type Worth = {
  /** The value of everything that the customer owns: available, frozen and invested. */
  readonly total: Amount;
  readonly available: Amount;
  /** Experience credit, which is not the customer's money. */
  readonly experience: Amount;
};

const available: ReadonlySet<CustomerAccount> = new Set(['spot', 'contract', 'option']);
const promotional: ReadonlySet<CustomerAccount> = new Set(['promo', 'promo_frozen']);

/** Sums the values of holdings by category, in USDT. */
export function worth(holdings: readonly Holding[], bidOf: BidOf): Worth {
  let total = 0n;
  let usable = 0n;
  let experience = 0n;
  for (const holding of holdings) {
    const value = worthOf(holding, bidOf);
    if (promotional.has(holding.account)) {
      experience += value;
      continue;
    }
    total += value;
    if (available.has(holding.account)) usable += value;
  }
  return { total, available: usable, experience };
}
