/**
 * What the house pays for closings, split over its own accounts in the published order, so that one that is short keeps
 * nobody from their money. What none of them has is owed.
 */
import type { HouseAccount } from '@candor/domain/ledger/account.ts';
import type { Posting } from '@candor/domain/ledger/journal.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Settlement } from '@candor/domain/trading/closing.ts';
import type { Facts } from '../commands/command.ts';
import { Legs } from './legs.ts';

/** A profit is paid by trading first, a shortfall by the insurance; the others follow in this order. */
export const PAYERS = ['trading', 'insurance', 'equity', 'interest', 'fees', 'rounding'] as const;
const BEARERS: readonly HouseAccount[] = [
  'insurance',
  ...PAYERS.filter((account) => account !== 'insurance'),
];

/** What the house's accounts hold while one command is decided: what it brings them and what it takes. */
export class Payer {
  readonly legs: Legs;
  readonly #facts: Pick<Facts, 'houseUpTo'>;
  readonly #moved = new Map<HouseAccount, Amount>();

  constructor(facts: Pick<Facts, 'houseUpTo' | 'openRows' | 'balance'>) {
    this.#facts = facts;
    this.legs = new Legs(facts);
  }

  /**
   * The house's side of a closing: what it brings, less what is paid out of it. What was charged of the other side comes back to the
   * insurance, and what is taken back of its gains need not be paid. A shortfall is never more than what the same closing brings,
   * so only a profit can be owed.
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
    if (left > 0n) throw new Error('a closing brought less than its shortfall');
    return { postings: postingsOf(lines), owed };
  }

  /** As much of a debt as the house can pay now, and from where. */
  pay(amount: Amount): { readonly postings: readonly Posting[]; readonly paid: Amount } {
    const lines = new Map<HouseAccount, Amount>();
    const left = this.#pay(lines, amount, PAYERS);
    return { postings: postingsOf(lines), paid: amount - left };
  }

  /** Answers what no account had. */
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
