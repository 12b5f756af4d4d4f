/**
 * Notices about spot orders, through the commands and the database. Each event causes one notice, however often its firing is
 * repeated, and the customer's own latest action causes none.
 */
import { beforeEach, expect, test } from 'vitest';
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { falsifyMessages, forgetMessages, keepMessages } from '@candor/testing/forgotten-messages.ts';
import { mailNotices } from '../../identity/mail/notices.ts';
import { cancelOrder, fireExpiry, placeOrder } from './commands.ts';
import { restingWorld } from './testing/resting-world.ts';

const world = restingWorld();
const { at, nowMs, quoted, asked, rests, fires } = world;
type Order = Parameters<typeof rests>[0];

beforeEach(async () => {
  await mailNotices(world.house.pool, 1);
  await world.house.owner('update notice set pushed_ms = 1 where book = $1', [world.book.toString()]);
});

/** Returns the messages since the test began, as "kind order figures". */
async function told(): Promise<string[]> {
  const rows = await world.house.owner<{ kind: NoticeKind; params: string }>(
    'select kind, params from notice where book = $1 and pushed_ms is null order by id',
    [world.book.toString()],
  );
  return rows.map(({ kind, params }) =>
    [kind, ...Object.values(JSON.parse(params) as Record<string, string>)].join(' '),
  );
}

async function saleOf(purchase: bigint): Promise<bigint> {
  const [sale] = await world.house.owner<{ id: string }>('select id from spot_order where entry_id = $1', [
    purchase.toString(),
  ]);
  if (sale === undefined) throw new Error(`expected a sale that protects ${purchase}, found none`);
  return BigInt(sale.id);
}

const FEE_INCLUDED: Record<'bought' | 'sold', string> = {
  bought: 'BTC/USDT BTC 0.01 19900 USDT 199.199',
  sold: 'BTC/USDT BTC 0.01 21010 USDT 209.8899',
};

test.each<[string, Order, string, string]>([
  ['a limit purchase', { side: 'buy', type: 'limit', price: amount('19900') }, '19900', 'order_bought'],
  ['a limit sale', { side: 'sell', type: 'limit', price: amount('21000') }, '21010', 'order_sold'],
  ['a stop sale', { side: 'sell', type: 'stop', stopPrice: amount('19000') }, '19000', 'order_sold'],
])('notifies once that %s filled, with the total after the fee', async (_, order, price, kind) => {
  const id = await rests(order);
  expect(await told()).toEqual([]);
  const entry = await quoted(price);
  await fires(id, entry);
  // The same firing is decided again, as after a crash between the commit and its acknowledgement.
  expect(await fires(id, entry)).toEqual({ ok: true, value: { fired: false } });
  const messages = await told();
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatch(new RegExp(`^${kind} ${id} BTC/USDT BTC 0\\.01 ${price} USDT \\d+\\.\\d+$`));
  if (kind === 'order_bought') expect(messages[0]).toContain(FEE_INCLUDED.bought);
  if (price === '21010') expect(messages[0]).toContain(FEE_INCLUDED.sold);
});

const BRACKET = { takeProfit: amount('21000'), stopLoss: amount('19000') };
test.each([
  ['21005', 'order_took_profit'],
  ['18990', 'order_stopped'],
])('notifies the customer of the reached level of a protected purchase: %s, %s', async (price, kind) => {
  const id = await rests({ side: 'buy', type: 'limit', price: amount('19900'), bracket: BRACKET });
  await fires(id, await quoted('19900'));
  const sale = await saleOf(id);
  await fires(sale, await quoted(price));
  const kinds = (await told()).map((message) => message.split(' ').slice(0, 2).join(' '));
  expect(kinds).toEqual([`order_bought ${id}`, `${kind} ${sale}`]);
});

test('notifies the customer of an order that expired, and of one that was refused at its price', async () => {
  const expiresMs = (await nowMs()) + 1100;
  const ends = { type: 'limit', price: amount('21000'), timeInForce: 'GTD', expiresMs } as const;
  const expired = await rests(ends);
  await expect.poll(nowMs, { interval: 50, timeout: 5000 }).toBeGreaterThanOrEqual(expiresMs);
  const entry = await quoted('20000');
  for (const repeated of [1, 2]) {
    // The second firing finds the order already ended.
    // oxlint-disable-next-line no-await-in-loop
    const fired = await world.house.run(
      fireExpiry,
      { id: expired, version: 1, entry },
      { ...at(), urgent: true },
    );
    expect(fired).toEqual({ ok: true, value: { fired: repeated === 1 } });
  }
  const dear = { side: 'buy', type: 'stop', stopPrice: amount('21000'), quantity: amount('40') } as const;
  const refused = await rests(dear);
  await fires(refused, await quoted('30000'));
  expect(await told()).toEqual([
    `order_expired ${expired} BTC/USDT 0.01`,
    `order_refused ${refused} BTC/USDT`,
  ]);
});

test('does not notify the customer of their own actions: an immediate fill, a short wait at market, a cancellation', async () => {
  await quoted('20000', 60_000);
  const bought = await world.house.run(
    placeOrder,
    asked({ side: 'buy', type: 'market', quantity: amount('0.01') }),
    at(),
  );
  expect(bought).toMatchObject({ ok: true, value: { status: 'filled' } });
  const resting = await rests({ type: 'limit', price: amount('21000') });
  const cancelled = await world.house.run(cancelOrder, { id: resting }, at());
  expect(cancelled).toMatchObject({ ok: true, value: { status: 'cancelled' } });
  await quoted('20000');
  const waited = await rests({ type: 'market', quantity: amount('0.01') });
  await fires(waited, await quoted('19950'));
  await quoted('20000');
  const refused = await rests({ type: 'market', timeInForce: 'IOC', worstPrice: amount('19960') });
  await fires(refused, await quoted('19950'));
  expect(await told()).toEqual([]);
});

test('mails a fill only to a customer who asked for it', async () => {
  const mails = async () =>
    (
      await world.house.owner<{ subject: string; text: string }>(
        `select subject, text from mail where customer = $1 and kind = 'order_bought'`,
        [world.book.toString()],
      )
    ).map(({ subject, text }) => [subject, text]);
  const buys = async () => {
    const id = await rests({ side: 'buy', type: 'limit', price: amount('19900') });
    await fires(id, await quoted('19900'));
    await mailNotices(world.house.pool, await nowMs());
  };
  await buys();
  expect(await mails()).toEqual([]);
  await world.house.owner(
    `insert into notification_choice (customer, topic, channel, enabled) values ($1, 'orders', 'email', true)`,
    [world.book.toString()],
  );
  await quoted('20000');
  await buys();
  expect(await mails()).toEqual([
    ['Your buy order was filled', 'You bought 0.01 BTC at 19900 USDT and paid 199.199 USDT, fee included.'],
  ]);
});

const untold = { constraint: 'spot_order_told' };

test('commits no fill without a message that states it', async () => {
  const { owner } = world.house;
  const id = await rests({ side: 'buy', type: 'limit', price: amount('19900') });
  const entry = await quoted('19900');
  await forgetMessages(owner);
  await expect(fires(id, entry)).rejects.toMatchObject(untold);
  for (const [field, figure] of [
    ['price', '19899'],
    ['quantity', '0.02'],
    ['order', (id + 1n).toString()],
  ] as const) {
    // Each change replaces the one before.
    // oxlint-disable-next-line no-await-in-loop
    await falsifyMessages(owner, field, figure);
    // oxlint-disable-next-line no-await-in-loop
    await expect(fires(id, entry)).rejects.toMatchObject(untold);
  }
  await keepMessages(owner);
  expect(await fires(id, entry)).toEqual({ ok: true, value: { fired: true } });
  expect(await told()).toHaveLength(1);
});

test('commits no expiry and no refusal without its message', async () => {
  const { owner } = world.house;
  const dear = { side: 'buy', type: 'stop', stopPrice: amount('21000'), quantity: amount('40') } as const;
  const refused = await rests(dear);
  const high = await quoted('30000');
  await forgetMessages(owner);
  await expect(fires(refused, high)).rejects.toMatchObject(untold);
  await keepMessages(owner);
  expect(await fires(refused, high)).toMatchObject({ ok: true });
  const expiresMs = (await nowMs()) + 1100;
  const ends = { type: 'limit', price: amount('41000'), timeInForce: 'GTD', expiresMs } as const;
  const expired = await rests(ends);
  await expect.poll(nowMs, { interval: 50, timeout: 5000 }).toBeGreaterThanOrEqual(expiresMs);
  const entry = await quoted('20000');
  const expires = () =>
    world.house.run(fireExpiry, { id: expired, version: 1, entry }, { ...at(), urgent: true });
  await forgetMessages(owner);
  await expect(expires()).rejects.toMatchObject(untold);
  await keepMessages(owner);
  expect(await expires()).toMatchObject({ ok: true });
});
