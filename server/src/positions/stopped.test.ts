/**
 * While operators have stopped contracts or an instrument, no position is opened, neither long nor short. What is open is closed,
 * reduced and fired as always, and an order that was reached before the stop still opens.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { forgetStops, stoppedFor, stopsOver } from '@candor/testing/stops.ts';
import { instruments } from '../quotes/catalogue.ts';
import { reducePositionAt } from './commands.ts';
import { openThinMarket } from './testing/thin-house.ts';

const HOUSE = { trading: '100000000', insurance: '100000000', equity: '100000000' };
let database: TestDatabase;
let market: Awaited<ReturnType<typeof openThinMarket>>;
let book: bigint;

beforeAll(async () => {
  database = await freshDatabase();
  market = await openThinMarket(database, { customers: 1, own: '1000000', house: HOUSE });
  [book] = market.books as [bigint];
});
afterEach(() => stopsOver(market.house.owner));
afterAll(async () => {
  await market.closeHouses();
  await database.drop();
});

const idOf = (opened: Awaited<ReturnType<typeof market.open>>) => {
  if (!opened.ok) throw new Error(opened.refusal.code);
  return BigInt(opened.value.id);
};
const rowOf = async (id: bigint) =>
  (
    await market.house.owner<{ status: string; reason: string | null; margin: string }>(
      `select status, reason, margin::text from position where id = ${id}`,
    )
  )[0];

test.each(['product:contracts', 'instrument:BTC/USDT'])(
  'a stop of %s refuses both sides, and says what is stopped until when',
  async (target) => {
    await market.price('20000', '20010');
    await stoppedFor(market.house.owner, target);
    for (const side of ['long', 'short'] as const)
      expect(await market.open(book, { side, leverage: 10 })).toMatchObject({
        refusal: {
          code: 'opening_stopped',
          params: { stopped: target, until: expect.stringMatching(/^\d{10}$/) },
        },
      });
  },
);

test.each(['product:forex', 'product:spot', 'instrument:ETH/USDT', 'payouts'])(
  'a stop of %s does not concern contracts on another instrument',
  async (target) => {
    await market.price('20000', '20010');
    await stoppedFor(market.house.owner, target);
    idOf(await market.open(book, { quantity: amount('0.1'), leverage: 10 }));
  },
);

test('positions are closed and reduced, and their levels fire, during a stop', async () => {
  await market.price('20000', '20010');
  const closed = idOf(await market.open(book, { leverage: 10 }));
  const levelled = idOf(await market.open(book, { leverage: 10, stopLoss: amount('19000') }));
  await stoppedFor(market.house.owner, 'product:contracts');
  await stoppedFor(market.house.owner, 'instrument:BTC/USDT');
  await market.price('20000', '20010');
  const placed = await market.house.run(
    reducePositionAt,
    {
      ...{ id: closed, type: 'stop', price: amount('19800'), quantity: amount('0.5') },
      ...{ expiresMs: undefined, clientOrderId: undefined, timeInForce: 'GTC' },
      ...{ instruments, termsAt: (one) => one },
    },
    { book, key: 'key of a stop' },
  );
  if (!placed.ok) throw new Error(placed.refusal.code);
  expect(await market.close(book, closed, amount('0.5'))).toMatchObject({ ok: true });
  await market.price('18990', '19000');
  expect(await market.fireHere(book, levelled, 'stop')).toMatchObject({ ok: true, value: { fired: true } });
  expect(await rowOf(levelled)).toMatchObject({ status: 'closed', reason: 'stop_loss' });
});

test('an order reached during a stop ends, and its money is returned', async () => {
  await market.price('20000', '20010');
  const resting = idOf(await market.open(book, { leverage: 10, price: amount('19000') }));
  await stoppedFor(market.house.owner, 'instrument:BTC/USDT');
  await market.price('18980', '18990');
  expect(await market.fireHere(book, resting, 'limit')).toMatchObject({ ok: true, value: { fired: true } });
  expect(await rowOf(resting)).toMatchObject({ status: 'cancelled', reason: 'opening_stopped' });
});

test('an order that an entry reached before the stop opens at that entry', async () => {
  await market.price('20000', '20010');
  const resting = idOf(await market.open(book, { leverage: 10, price: amount('19000') }));
  await market.price('18980', '18990');
  // The stop began after the entry; the two seconds for which the database waits are over too.
  await new Promise((resolve) => setTimeout(resolve, 2200));
  await stoppedFor(market.house.owner, 'instrument:BTC/USDT', 2100);
  expect(await market.fireHere(book, resting, 'limit')).toMatchObject({ ok: true, value: { fired: true } });
  expect(await rowOf(resting)).toMatchObject({ status: 'open', reason: null });
});

/** Runs SQL while only the trigger of stops watches positions, and rolls it back. Returns the constraint that rejects it. */
const onlyStopsWatch = (sql: string) =>
  market.house
    .owner(
      `do $$ begin
        alter table position disable trigger user;
        alter table position enable trigger emergency_stop_entry;
        ${sql};
        raise exception 'undone' using errcode = 'check_violation', constraint = 'none';
      end $$`,
    )
    .catch((error: unknown) => (error as { constraint?: string }).constraint);

test('the database opens no position at an entry made during a stop, whoever writes', async () => {
  await market.price('20000', '20010');
  const resting = idOf(await market.open(book, { leverage: 10, price: amount('19000') }));
  await stoppedFor(market.house.owner, 'product:contracts');
  const opening = (entryMs: string) =>
    onlyStopsWatch(
      `update position set status = 'open', open_quantity = quantity, entry_price = price, entry_seq = created_seq, entry_ms = ${entryMs}
        where id = ${resting}`,
    );
  expect(await opening('market_now_ms()')).toBe('emergency_stop_upheld');
  expect(await opening('market_now_ms() - 60000')).toBe('none');
  const amending = `update position set amended_ms = created_ms + 1 where id = ${resting}`;
  expect(await onlyStopsWatch(amending)).toBe('emergency_stop_upheld');
  await stopsOver(market.house.owner);
  expect(await onlyStopsWatch(amending)).toBe('none');
});

test('an order ends truly only for a stop of it that began before the entry and lasts', async () => {
  await forgetStops(market.house.owner);
  await market.price('20000', '20010');
  const resting = idOf(await market.open(book, { leverage: 10, price: amount('19000') }));
  await market.price('18980', '18990');
  const isTrue = async () => {
    const [found] = await market.house.owner<{ is: boolean }>(
      `select position_refused_truly(p, 'opening_stopped', h.seq) as is from position p join tape_head h using (symbol)
        where p.id = ${resting}`,
    );
    return found?.is;
  };
  expect(await isTrue()).toBe(false);
  await stoppedFor(market.house.owner, 'product:options');
  await stoppedFor(market.house.owner, 'instrument:ETH/USDT');
  expect(await isTrue()).toBe(false);
  // It began after the entry.
  await stoppedFor(market.house.owner, 'product:contracts', -60_000);
  expect(await isTrue()).toBe(false);
  await stoppedFor(market.house.owner, 'instrument:BTC/USDT', 20_000);
  expect(await isTrue()).toBe(true);
  await stopsOver(market.house.owner, 11_000);
  expect(await isTrue()).toBe(false);
});
