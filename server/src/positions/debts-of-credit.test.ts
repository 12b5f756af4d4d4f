/**
 * Experience credit while the house accounts have no money. A debt from a closing on credit is paid back as credit, whichever
 * way it is paid, and a waiting order on credit is cancelled only if there isn't enough credit.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journal } from '@candor/domain/ledger/journal.ts';
import { amount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { command } from '../commands/command.ts';
import { grantCredit } from '../identity/experience-credit.ts';
import { breaches } from '../app/breaches.ts';
import { instruments } from '../quotes/catalogue.ts';
import { reducePositionAt } from './commands.ts';
import type { ReducingAt } from './reducing.ts';
import { fateOf } from './testing/fate.ts';
import { openThinMarket } from './testing/thin-house.ts';

let database: TestDatabase;
let market: Awaited<ReturnType<typeof openThinMarket>>;
let book: bigint;

const CREDIT = amount('100');
const grant = command({
  name: 'test.credit',
  gather: (_: Record<string, never>) => ({
    balances: [['promo', 'USDT']],
    house: [['promotions', 'USDT']],
  }),
  decide: (_, facts) =>
    ok({
      answer: {},
      ...grantCredit(facts, { amount: CREDIT, journalSeq: facts.journalSeq }),
      journals: [
        journal('demo_grant', 'test:credit', [
          { account: 'promotions', currency: 'USDT', amount: -CREDIT },
          { account: 'promo', currency: 'USDT', amount: CREDIT },
        ]),
      ],
    }),
});

beforeAll(async () => {
  database = await freshDatabase();
  const house = { trading: '600', insurance: '600', promotions: '1000' };
  market = await openThinMarket(database, { customers: 1, own: '20000', house });
  [book] = market.books as [bigint];
  await market.house.run(grant, {}, { book, key: 'credit' });
  await market.price('20000');
});
afterAll(async () => {
  await market.closeHouses();
  await database.drop();
});

const held = (account: 'contract' | 'promo'): Promise<Amount> =>
  market.sum(
    `select amount from balance where book = ${book} and account = '${account}' and currency = 'USDT'`,
  );
const bring = (given: string, seq: number) =>
  market.house.owner(
    `with moved as (update book set seq = seq + 1 where id = 0)
      insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
      values (0, $2, 'house_opening', 'house:demo', 0, 0, '{custody,trading}', '{USDT,USDT}', array[-$1::numeric, $1::numeric])`,
    [given, seq],
  );

test('cancels a waiting order on credit only if the credit is insufficient', async () => {
  const refused = (id: string) =>
    fateOf(market.house.pool, [
      `update position set status = 'cancelled', reason = 'credit_insufficient', margin = 0, closed_ms = market_ms(),
        ended_seq = (select max(t.seq) from tape t where t.symbol = 'BTC/USDT') where id = ${id}`,
    ]);
  const waiting = async (): Promise<string> => {
    await market.price('20000', '20000', { fillAgeMs: 0 });
    const placed = await market.open(book, { quantity: amount('0.02'), collateral: 'promo' });
    if (!placed.ok) throw new Error(placed.refusal.code);
    expect(placed.value.status).toBe('pending');
    return placed.value.id;
  };
  const id = await waiting();
  await market.price('20100');
  expect(await refused(id)).toBe('the tape does not bear out the reason of its end');
  expect(await market.fireHere(book, BigInt(id), 'limit')).toMatchObject({ ok: true });
  await market.price('20100', '20100', { fillAgeMs: 0 });
  expect(await market.close(book, BigInt(id))).toMatchObject({ ok: true, value: { status: 'closing' } });
  await market.price('20100');
  expect(await market.fireHere(book, BigInt(id), 'closing')).toMatchObject({ ok: true });
  const poor = await waiting();
  await market.price('700000');
  expect(await refused(poor)).toBe('written');
  expect(await market.fireHere(book, BigInt(poor), 'limit')).toMatchObject({ ok: true });
  await market.price('20000');
});

test('does not count an order that reduces a position on credit as half of a hedge', async () => {
  const opened = await market.open(book, { quantity: amount('0.02'), collateral: 'promo' });
  if (!opened.ok) throw new Error(opened.refusal.code);
  const id = BigInt(opened.value.id);
  const asked = {
    ...{ id, type: 'limit', price: amount('20500'), quantity: undefined, expiresMs: undefined },
    ...{ timeInForce: 'GTC', clientOrderId: undefined, instruments, termsAt: (one) => one },
  } as const satisfies ReducingAt;
  expect(await market.house.run(reducePositionAt, asked, { book, key: 'reduces' })).toMatchObject({
    ok: true,
  });
  const hedged = async () =>
    (await breaches(market.house.pool)).filter(({ invariant }) => invariant.endsWith('half of a hedge'));
  expect(await hedged()).toEqual([]);
  expect(await market.close(book, id)).toMatchObject({ ok: true, value: { status: 'closed' } });
  expect(await hedged()).toEqual([]);
});

test('pays a debt as credit if the position was opened on credit', async () => {
  const opened = await market.open(book, { quantity: amount('0.02'), collateral: 'promo' });
  if (!opened.ok) throw new Error(opened.refusal.code);
  const own = await held('contract');
  // The profit is 19,600 and the house accounts hold 1,200.
  await market.price('1000000');
  expect(await market.close(book, BigInt(opened.value.id))).toMatchObject({ ok: true });
  const owed = await market.sum(`select sum(amount - paid) from house_debt where status = 'owed'`);
  expect(owed).toBeGreaterThan(amount('18000'));
  await bring('10000', 2);
  const before = await held('promo');
  expect(await market.keepCover()).toBe(owed - amount('10000'));
  expect([await held('contract'), await held('promo')]).toEqual([own, before + amount('10000')]);
  await bring('10000', 3);
  // Plain SQL can't pay the debt to the customer's money account either.
  const paid = (to: string) =>
    fateOf(
      market.house.pool,
      [
        `select open_house_balances('{trading}', '{USDT}', 0::smallint)`,
        `select draw_to_slot('trading', 'USDT', 0::smallint, 100)`,
        `update house_debt set paid = paid + 100 where book = ${book}`,
        `with turn as (update book set seq = seq + 1 where id = ${book} returning seq)
          insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
          select ${book}, t.seq, 'debt_payment', 'house_debt:' || d.id, market_ms(), 0, '{trading,${to}}', '{USDT,USDT}', '{-100,100}'
          from turn t, house_debt d where d.book = ${book}`,
      ],
      { atCommit: true },
    );
  expect(await paid('contract')).toBe('debt_payment_journal');
  expect(await paid('promo')).toBe('written');
  expect(await market.keepCover()).toBe(0n);
  expect([await held('contract'), await held('promo')]).toEqual([own, before + owed]);
  expect(await breaches(market.house.pool)).toEqual([]);
});
