/** While trading is frozen, no position can be opened, but orders that only close a position are still accepted and fire. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { instruments } from '../quotes/catalogue.ts';
import { reducePositionAt } from './commands.ts';
import { openThinMarket } from './testing/thin-house.ts';

const HOUSE = { trading: '100000000', insurance: '100000000', equity: '100000000' };
let database: TestDatabase;
let market: Awaited<ReturnType<typeof openThinMarket>>;

beforeAll(async () => {
  database = await freshDatabase();
  market = await openThinMarket(database, { customers: 1, own: '100000', house: HOUSE });
});
afterAll(async () => {
  await market.closeHouses();
  await database.drop();
});

test('accepts an order that only reduces a position while trading is paused', async () => {
  const [book] = market.books as [bigint];
  await market.price('20000', '20010');
  const opened = await market.open(book, { leverage: 10 });
  if (!opened.ok) throw new Error(opened.refusal.code);
  await market.house.owner(
    `insert into guard_freeze (number, reason, since_ms) values (1, 'L1', guard_now_ms() - 5000)`,
  );
  await market.price('20000', '20010');
  expect(await market.open(book, { leverage: 10 })).toMatchObject({ refusal: { code: 'trading_paused' } });
  const placed = await market.house.run(
    reducePositionAt,
    {
      ...{ id: BigInt(opened.value.id), type: 'stop', price: amount('19800'), quantity: amount('0.5') },
      ...{ expiresMs: undefined, clientOrderId: undefined, timeInForce: 'GTC' },
      ...{ instruments, termsAt: (one) => one },
    },
    { book, key: 'key of a pause' },
  );
  if (!placed.ok) throw new Error(placed.refusal.code);
  expect(placed.value.status).toBe('pending');
  await market.price('19790', '19800');
  const fired = await market.fireHere(book, BigInt(placed.value.id), 'limit');
  expect(fired).toMatchObject({ ok: true, value: { fired: true } });
});
