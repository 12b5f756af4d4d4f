/** One entry of the tape liquidates a thousand positions, each once and at the entry's price. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { openTradingFloor } from './testing/trading-floor.ts';
import type { TradingFloor } from './testing/trading-floor.ts';

const CUSTOMERS = 10;
const EACH = 100;

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(async () => floor.shut());

async function countClosed(): Promise<number> {
  const { rows } = await floor.pool.query<{ n: number }>(
    `select count(*)::int as n from position where status = 'closed'`,
  );
  return rows[0]!.n;
}

test('liquidates a thousand positions at one entry, each once and at the entry’s price', async () => {
  const books = await floor.customers(Array.from({ length: CUSTOMERS }, () => '20000'));
  await floor.quote(amount('20000'), amount('20000.02'));
  await floor.startEngine();
  await Promise.all(
    books.map(async (book, at) => {
      for (let made = 0; made < EACH; made += 1) {
        const quantity = amount('0.01') * BigInt(1 + ((at + made) % 5));
        const opened = await floor.open(book, { side: 'long', quantity, leverage: 100 });
        expect(opened).toMatchObject({ ok: true });
      }
    }),
  );
  expect(await countClosed()).toBe(0);
  const startedMs = performance.now();
  const fallen = await floor.quote(amount('19700'), amount('19700.02'));
  await expect.poll(countClosed, { timeout: 30_000, interval: 5 }).toBe(CUSTOMERS * EACH);
  const tookMs = Math.round(performance.now() - startedMs);
  console.info(`${CUSTOMERS * EACH} positions liquidated by one entry, all durable after ${tookMs} ms`);
  await floor.quote(amount('19600'), amount('19600.02'));

  const { rows } = await floor.pool.query<{ reason: string; price: string; seq: string; n: number }>(
    `select reason, jsonb_array_length(closes) as n, closes -> 0 ->> 'price' as price, closes -> 0 ->> 'tape_seq' as seq
      from position`,
  );
  const one = { reason: 'close_out', n: 1, price: '19700', seq: fallen.seq.toString() };
  expect(rows).toEqual(Array.from({ length: CUSTOMERS * EACH }, () => one));
  const journals = await floor.pool.query<{ n: number; refs: number }>(
    `select count(*)::int as n, count(distinct (book, ref))::int as refs from journal where kind = 'contract_close'`,
  );
  expect(journals.rows).toEqual([{ n: CUSTOMERS * EACH, refs: CUSTOMERS * EACH }]);
  expect(await floor.breaches()).toEqual([]);
  expect(floor.troubles).toEqual([]);
}, 60_000);
