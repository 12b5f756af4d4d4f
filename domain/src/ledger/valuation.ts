/**
 * A customer's total value in USDT. This is the only function for it: every screen, call, statement and operator's view uses it.
 *
 * The total is what the customer would have if everything were closed at this moment:
 *
 * - **spot, contract, option**: what these accounts hold, available and frozen. Frozen amounts are the customer's own: resting
 *   orders, margins, withdrawals in progress, and the stakes of open options, which Candor holds in escrow. Coins are valued at
 *   the bid, because that is the price at which they could be sold. An exchange is one journal, so no amount is ever in transit
 *   between two coins.
 * - **fund**: the principal of fund orders, pending or in progress.
 * - **open_profit**: the profit or loss of open positions at the price at which each would close, before closing fees and
 *   overnight fees that are not settled yet.
 * - **due**: what the platform owes and has not paid out: published income of the fund, referral rewards, parts of closings.
 * - **loans**: what the customer owes at this moment on outstanding loans, with interest and fees. It is negative.
 *
 * Experience credit is not the customer's money and is not included in any part.
 */
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

/** The parts of the total, in the order in which they are shown. */
export const worthParts = ['spot', 'contract', 'option', 'fund', 'open_profit', 'due', 'loans'] as const;
export type WorthPart = (typeof worthParts)[number];
type AccountPart = Extract<WorthPart, 'spot' | 'contract' | 'option' | 'fund'>;

/** The platform's debts to a customer, and the customer's debts on loans, in USDT. Both are zero or above. */
export type Owed = { readonly due: Amount; readonly loans: Amount };
export const nothingOwed: Owed = { due: 0n, loans: 0n };

/** Everything that a customer has and owes. */
export type Estate = {
  readonly holdings: readonly Holding[];
  /** The profit or loss of open positions that belongs to the customer's own money. */
  readonly openProfit: Amount;
  readonly owed: Owed;
};

export type Worth = {
  /** The sum of the parts. It is negative if the customer owes more than they have. */
  readonly total: Amount;
  readonly parts: Readonly<Record<WorthPart, Amount>>;
  /** The available amounts in the spot, contract and option accounts. */
  readonly available: Amount;
  /** Experience credit, which is not the customer's money and is not included in any part. */
  readonly experience: Amount;
};

const PARTS: Readonly<Record<CustomerAccount, AccountPart | undefined>> = {
  spot: 'spot',
  spot_frozen: 'spot',
  contract: 'contract',
  contract_frozen: 'contract',
  option: 'option',
  option_frozen: 'option',
  fund_principal: 'fund',
  promo: undefined,
  promo_frozen: undefined,
};
const available: ReadonlySet<CustomerAccount> = new Set(['spot', 'contract', 'option']);

/** Returns the value of an amount in USDT, rounded down; 0 if its price is unknown. */
export function valueInUsdt(currency: string, amount: Amount, bidOf: BidOf): Amount {
  if (currency === 'USDT') return amount;
  const bid = bidOf(currency);
  return bid === undefined ? 0n : valueReceived(amount, bid);
}

/**
 * Values everything at current prices. The available and frozen amounts of an account are added before they are valued, so that
 * freezing an amount never changes the total, not even in its last digit.
 */
export function worth({ holdings, openProfit, owed }: Estate, bidOf: BidOf): Worth {
  const parts = { spot: 0n, contract: 0n, option: 0n, fund: 0n };
  for (const { part, currency, amount } of added(holdings))
    parts[part] += valueInUsdt(currency, amount, bidOf);
  const sum = (of: (holding: Holding) => boolean): Amount =>
    holdings.filter(of).reduce((total, one) => total + valueInUsdt(one.currency, one.amount, bidOf), 0n);
  const { due, loans } = owed;
  const all = { ...parts, open_profit: openProfit, due, loans: -loans };
  return {
    total: worthParts.reduce((total, part) => total + all[part], 0n),
    parts: all,
    available: sum(({ account }) => available.has(account)),
    experience: sum(({ account }) => PARTS[account] === undefined),
  };
}

/**
 * Returns the value of some holdings alone, such as one currency's. It is not a total, because it leaves out profit and debts.
 */
export function valueOfHoldings(holdings: readonly Holding[], bidOf: BidOf): Amount {
  return worth({ holdings, openProfit: 0n, owed: nothingOwed }, bidOf).total;
}

type Sum = { readonly part: AccountPart; readonly currency: string; amount: Amount };

function added(holdings: readonly Holding[]): Iterable<Sum> {
  const sums = new Map<string, Sum>();
  for (const { account, currency, amount } of holdings) {
    const part = PARTS[account];
    if (part === undefined) continue;
    const key = `${part} ${currency}`;
    const sum = sums.get(key) ?? { part, currency, amount: 0n };
    sum.amount += amount;
    sums.set(key, sum);
  }
  return sums.values();
}
