/**
 * House accounts are divided into slots. One process may lack money that another has, and both may draw on each other's slots
 * at the same time.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import { ok } from '@candor/domain/outcome.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { breaches } from '../app/breaches.ts';
import { command } from './command.ts';
import type { Facts } from './command.ts';
import { openHouse } from './testing/house.ts';
import type { House } from './testing/house.ts';
import { allowBareJournals } from '@candor/testing/bare-journals.ts';

let database: TestDatabase;
let houses: House[];

beforeEach(async () => {
  database = await freshDatabase();
  await allowBareJournals(database);
  houses = [await openHouse(database), await openHouse(database, { slots: [2, 3] })];
});
afterEach(async () => {
  expect(await breaches((houses[0] as House).pool)).toEqual([]);
  for (const house of houses) await house.close();
  await database.drop();
});

/** Pays from the promotions account, or refuses if the account is empty. */
const pay = command({
  name: 'test.pay',
  gather: (_: { credit: Amount }) => ({ balances: [['spot', 'USDT']], house: [['promotions', 'USDT']] }),
  decide: ({ credit }, facts: Facts) => {
    if (!facts.houseHas('promotions', 'USDT', credit)) {
      return { ok: false, refusal: { code: 'empty' } } as const;
    }
    return ok({
      answer: {},
      journals: [
        journal('demo_grant', `test:${facts.journalSeq}`, [
          { account: 'promotions', currency: 'USDT', amount: -credit },
          { account: 'spot', currency: 'USDT', amount: credit },
        ]),
      ],
    });
  },
});

test('lets two processes pay from one account until it is empty, and refuses no payment before', async () => {
  // Each payment takes two of the initial thousand million USDT, so that the slots constantly draw on each other.
  const credit = amount('2000000');
  const books = await (houses[0] as House).customers(520);
  const answers = await Promise.all(
    books.map((book, at) => (houses[at % 2] as House).run(pay, { credit }, { book, key: 'one' })),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(500);
  expect(answers.filter((answer) => !answer.ok && answer.refusal.code !== 'empty')).toEqual([]);
  expect(houses.flatMap((house) => house.logged)).toEqual([]);
});
