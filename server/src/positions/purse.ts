/**
 * Which of the house's accounts pays. A profit is paid by trading, what a loss exceeds its margin by is paid by the
 * insurance; one that is short is stood in for by the next, so that the house's emptiness never blocks a close.
 */
import type { HouseAccount } from '@candor/domain/ledger/account.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Facts } from '../commands/command.ts';

const ORDER: readonly HouseAccount[] = ['trading', 'insurance', 'equity'];

/** What one command makes the house pay. Several closings of a command add up before the house is asked. */
export class Purse {
  readonly #facts: Facts;
  readonly #spent = new Map<HouseAccount, Amount>();

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** Names the account that pays an amount of USDT, beginning with the one whose task it is. */
  payer(first: 'trading' | 'insurance', amount: Amount): HouseAccount {
    for (const account of ORDER.slice(ORDER.indexOf(first))) {
      const needed = (this.#spent.get(account) ?? 0n) + amount;
      if (!this.#facts.houseHas(account, 'USDT', needed)) continue;
      this.#spent.set(account, needed);
      return account;
    }
    throw new Error(`the house cannot pay ${amount} USDT`);
  }
}
