/**
 * The public list of fills on a handmade tape: the verifier agrees with every kind of fill, and names each fraud of somebody who
 * owns the database.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { openTradingFloor } from './testing/trading-floor.ts';
import type { FloorOrder, TradingFloor } from './testing/trading-floor.ts';
import { judgeFills, publishFills } from './testing/published-fills.ts';

let floor: TradingFloor;
beforeEach(async () => {
  floor = await openTradingFloor();
});
afterEach(async () => floor.shut());

const quote = (bid: string, afterMs?: number) =>
  floor.quote(amount(bid), amount(bid) + amount('0.02'), afterMs);
const kinds = async (): Promise<readonly string[]> =>
  (await judgeFills(floor.pool)).faults.map(({ kind }) => kind);

const long = { side: 'long', quantity: amount('0.1'), leverage: 10 } as const;
const short = { ...long, side: 'short' } as const;
const orders: readonly FloorOrder[] = [
  long,
  { ...long, takeProfit: amount('20200') },
  { ...long, stopLoss: amount('19800') },
  { ...long, trailing: amount('250') },
  { ...long, leverage: 100 },
  { ...long, type: 'limit', price: amount('19900') },
  { ...short, takeProfit: amount('19700') },
  { ...short, stopLoss: amount('20150') },
  { ...short, type: 'limit', price: amount('20250') },
];
const bids = ['20040', '20160', '20210', '20260', '20020', '19890', '19790', '19690', '19500', '20300'];

async function tradeAll(): Promise<readonly string[]> {
  const [book = 0n] = await floor.customers(['100000']);
  await quote('19999');
  await quote('20000');
  await floor.startEngine();
  const ids: string[] = [];
  for (const order of orders) {
    // oxlint-disable-next-line no-await-in-loop
    const opened = await floor.open(book, order);
    if (!opened.ok) throw new Error(opened.refusal.code);
    ids.push(opened.value.id);
  }
  // oxlint-disable-next-line no-await-in-loop
  for (const bid of bids) await quote(bid);
  const ended = async (): Promise<number> => {
    const found = await floor.pool.query(
      `select from position where status = 'closed' or (type = 'limit' and status = 'open')`,
    );
    return found.rowCount ?? 0;
  };
  await expect.poll(ended, { timeout: 60_000, interval: 50 }).toBe(orders.length - 1);
  expect(await floor.close(book, ids[0] ?? '')).toMatchObject({ ok: true });
  await quote('20310');
  return ids;
}

test('lists every fill at the entry that its rule determines, under the hash in the log, and breaks no invariant', async () => {
  await tradeAll();
  await publishFills(floor.owner);
  const { lines, faults } = await judgeFills(floor.pool);
  expect(faults).toEqual([]);
  const listed = lines.flatMap((line) => (line.kind === 'fill' ? [`${line.side} ${line.how}`] : []));
  expect([...new Set(listed)].sort()).toEqual([
    ...['buy limit', 'buy market', 'buy stop_loss', 'buy take_profit', 'sell close_out', 'sell limit'],
    ...['sell market', 'sell stop_loss', 'sell take_profit', 'sell trailing'],
  ]);
  expect(await floor.breaches()).toEqual([]);
}, 120_000);

/** Changes rows past all guards, as the owner of the database can. */
const forge = (sql: string): Promise<unknown> =>
  floor.owner(`begin; set local session_replication_role = replica; ${sql}; commit`);

test('reports a fill that was moved to a later entry after the price had moved against the customer', async () => {
  const [id = ''] = await tradeAll();
  await quote('20290');
  await forge(
    `update position set closes = jsonb_set(jsonb_set(closes, '{0,tape_seq}', '"14"'), '{0,price}', '"20290"') where id = ${id}`,
  );
  await publishFills(floor.owner);
  expect(await kinds()).toEqual(['fill_late']);
}, 120_000);

test('reports a line that was left out or rewritten after the list was logged', async () => {
  await tradeAll();
  await publishFills(floor.owner);
  await forge('delete from public_fill where number = 2');
  expect(await kinds()).toEqual(['list_differs']);
  await forge(`update public_fill set line = replace(line, '|buy|', '|sell|') where number = 1`);
  expect(await kinds()).toContain('list_differs');
  const broken = (await floor.breaches()).map(({ invariant }) => invariant);
  expect(broken).toContain('L16: the public list of fills is what their orders say');
}, 120_000);

test('accepts a list that was published before the next quote arrived', async () => {
  const [book = 0n] = await floor.customers(['100000']);
  await quote('20000');
  expect(await floor.open(book, long)).toMatchObject({ ok: true });
  await publishFills(floor.owner);
  await quote('20010');
  const { lines, faults } = await judgeFills(floor.pool);
  expect([lines.length, faults]).toEqual([1, []]);
  expect(await floor.breaches()).toEqual([]);
}, 60_000);
