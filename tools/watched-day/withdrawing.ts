/**
 * Customers whose withdrawals are in every state. They record their withdrawals, to check that the statements of liabilities
 * include the rest of their money.
 */
import { testCard } from '@candor/testing/bank-cards.ts';
import { knock } from '@candor/testing/front-door.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { ownersUrl } from '../../server/src/db/postgres-cluster.ts';
import { MoneyDay } from '../../server/test/testing/money-day.ts';
import type { MoneyServer } from '../../server/test/testing/money-day.ts';
import { readDecimal } from '../../verifier/src/decimal.ts';
import { checkOwnLeaf } from '../../verifier/src/liabilities/own-leaf.ts';
import { hashOf } from '../../verifier/src/liabilities/tree.ts';
import type { Copy } from '../cheat/copy.ts';
import { refuseOthers } from '../cheat/copy.ts';

const DEPOSIT = '500.123456';
const PART = '40.5';
const STATES = ['pay', 'cancel', 'reject', 'fail', 'wait', 'hold', 'approve'] as const;
/** Each customer's withdrawals: only the last one of a customer stays open. */
const PLANS: readonly (readonly (typeof STATES)[number][])[] = [
  ['pay', 'cancel', 'reject', 'fail', 'wait'],
  ['hold'],
  ['pay', 'approve'],
];

const NOTHING = { available: '0', frozen: '0' };

type Customer = { readonly day: MoneyDay; readonly expected: bigint };

export class Withdrawing {
  readonly #customers: Customer[] = [];

  /** The numbers of the customers, in the order of their plans. */
  get books(): readonly string[] {
    return this.#customers.map(({ day }) => day.customer);
  }

  /** New customers pay in, and ask for their withdrawals, which operators decide. */
  async begin(copy: Copy): Promise<void> {
    refuseOthers(copy.data);
    const url = await ownersUrl(copy.data);
    // oxlint-disable no-await-in-loop -- each customer's steps follow each other
    for (const [at, plan] of PLANS.entries()) {
      const who = { account: `payee${at}`, card: testCard, label: 'own', note: 'as agreed' };
      const day = await MoneyDay.open(serverOf(copy, url), undefined, who);
      const before = await balanceOf(day);
      await day.deposit({ currency: 'USDT', network: 'tron', amount: DEPOSIT }, 'approve');
      for (const end of plan) await day.withdraw(PART, end);
      const paid = BigInt(plan.filter((end) => end === 'pay').length) * units(PART);
      this.#customers.push({ day, expected: before + units(DEPOSIT) - paid });
    }
    // oxlint-enable no-await-in-loop
  }

  /** The state of each withdrawal, as shown to its customer. */
  async states(): Promise<readonly string[]> {
    const lists = await Promise.all(this.#customers.map(({ day }) => day.done('GET cashlist/log', {})));
    return lists.flatMap(({ items }) =>
      items.map(({ status, reason, hold }) => [status, reason ?? hold?.reason].filter(Boolean).join(' ')),
    );
  }

  /** The violation in the newest statement of liabilities, for each customer; undefined if no statement includes them yet. */
  async check(): Promise<readonly string[] | undefined> {
    const found: string[] = [];
    for (const { day, expected } of this.#customers) {
      // oxlint-disable-next-line no-await-in-loop
      const own = await day.done('GET transparency/liability', {});
      if (own.statement === null || own.seq === 0) return undefined;
      const loggedRoot = hashOf(own.statement);
      const leaf = { own: { ...own, statement: own.statement }, customer: day.customer, loggedRoot };
      found.push(...checkOwnLeaf({ ...leaf, expected: { USDT: expected } }).map(({ detail }) => detail));
    }
    return found;
  }
}

function serverOf({ origin }: Copy, url: string): MoneyServer {
  return {
    ...{ origin, url, ownerUrl: url },
    call: (name, { fields = {}, token, key } = {}) =>
      knock(origin, name, {
        fields,
        ...(token === undefined ? {} : { token }),
        ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      }),
  };
}

async function balanceOf(day: MoneyDay): Promise<bigint> {
  const wallets: CallOutput<'POST wallet/list'> = await day.done('POST wallet/list', {});
  return wallets
    .filter(({ currency }) => currency === 'USDT')
    .flatMap(({ spot, contract, option, experience }) => [spot, contract, option, experience ?? NOTHING])
    .reduce((sum, { available, frozen }) => sum + units(available) + units(frozen), 0n);
}

function units(text: string): bigint {
  const value = readDecimal(text);
  if (value === undefined) throw new Error(`expected an amount, found "${text}"`);
  return value;
}
