/**
 * Pays for closings from several house accounts in the published order, so that a lack of money in one account delays no payment.
 * The house owes what all the accounts together can't pay.
 */
import type { HouseAccount } from '@candor/domain/ledger/account.ts';
import type { Posting } from '@candor/domain/ledger/journal.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Settlement } from '@candor/domain/trading/closing.ts';
import type { Facts } from '../commands/command.ts';
import { Legs } from './legs.ts';

/** Trading pays profits first, and the insurance bears shortfalls first. The other accounts follow in this order. */
export const PAYERS = ['trading', 'insurance', 'equity', 'interest', 'fees', 'rounding'] as const;
const BEARERS: readonly HouseAccount[] = [
  'insurance',
  ...PAYERS.filter((account) => account !== 'insurance'),
];

/** The house accounts' balances while one command is decided, including the payments so far. */
export class Payer {
  readonly legs: Legs;
  readonly #facts: Pick<Facts, 'houseUpTo'>;
  readonly #moved = new Map<HouseAccount, Amount>();

  constructor(facts: Pick<Facts, 'houseUpTo' | 'openRows' | 'balance'>) {
    this.#facts = facts;
    this.legs = new Legs(facts);
  }

  /**
   * Returns the house accounts' side of a closing: the money that the closing brings in, less the money paid out for it. A charge
   * to the other side returns to the insurance, and gains that are taken back need not be paid. A shortfall never exceeds the
   * money that the same closing brings in, so only profits can be owed.
   */
  settle(
    settlement: Settlement,
    { charge, offset }: { readonly charge: Amount; readonly offset: Amount },
  ): { readonly postings: readonly Posting[]; readonly owed: Amount } {
    const { trading, interest, fees, rounding, shortfall } = settlement;
    const lines = new Map<HouseAccount, Amount>();
    this.#move(lines, 'trading', trading > 0n ? trading : 0n);
    this.#move(lines, 'fees', fees);
    this.#move(lines, 'interest', interest - charge);
    this.#move(lines, 'rounding', rounding);
    this.#move(lines, 'insurance', charge);
    const owed = this.#pay(lines, trading < 0n ? -trading : 0n, PAYERS);
    const left = this.#pay(lines, shortfall - offset, BEARERS);
    if (left > 0n) throw new Error('expected a closing to bring at least its shortfall, found less');
    return { postings: postingsOf(lines), owed };
  }

  /** Pays as much of a debt as the house accounts can pay now. */
  pay(amount: Amount): { readonly postings: readonly Posting[]; readonly paid: Amount } {
    const lines = new Map<HouseAccount, Amount>();
    const left = this.#pay(lines, amount, PAYERS);
    return { postings: postingsOf(lines), paid: amount - left };
  }

  /** Returns the amount that no account could pay. */
  #pay(lines: Map<HouseAccount, Amount>, amount: Amount, from: readonly HouseAccount[]): Amount {
    let left = amount;
    for (const account of from) {
      if (left === 0n) break;
      const moved = this.#moved.get(account) ?? 0n;
      const holds = left > moved ? this.#facts.houseUpTo(account, 'USDT', left - moved) + moved : left;
      const given = holds < left ? holds : left;
      this.#move(lines, account, -given);
      left -= given;
    }
    return left;
  }

  #move(lines: Map<HouseAccount, Amount>, account: HouseAccount, amount: Amount): void {
    lines.set(account, (lines.get(account) ?? 0n) + amount);
    this.#moved.set(account, (this.#moved.get(account) ?? 0n) + amount);
  }
}

function postingsOf(lines: ReadonlyMap<HouseAccount, Amount>): Posting[] {
  return [...lines].map(([account, amount]) => ({ account, currency: 'USDT', amount }));
}
