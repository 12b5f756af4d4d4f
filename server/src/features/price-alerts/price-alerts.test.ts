/**
 * Price alerts through the API: each alert is announced once, only to the customer who set it, by the first entry of the tape
 * that reaches it.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { notNotifiedByTheTape } from './testing/by-the-tape.ts';

type Alerts = CallOutput<'GET price_alerts'>;
type Alert = Alerts['items'][number];

let server: WholeServer;
let pool: Pool;
let lena: string;
let wei: string;

beforeAll(async () => {
  server = await openWholeServer();
  pool = createPool(server.url, { max: 2 });
  lena = await server.login(0);
  wei = await server.login(1);
});
afterAll(async () => {
  await pool.end();
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await server.stop();
});

async function ask(name: string, token: string, fields: Record<string, unknown> = {}, key?: string) {
  const { body } = await server.call(name, { token, fields, ...(key === undefined ? {} : { key }) });
  return body;
}
const set = (token: string, fields: Record<string, unknown>, key?: string) =>
  ask('POST price_alert', token, { symbol: 'BTC/USDT', ...fields }, key);
const waiting = async (token: string): Promise<Alert[]> =>
  ((await ask('GET price_alerts', token)).message as Alerts).items;
const takeBack = async (token: string, id: string) => {
  const body = await ask('POST price_alert_delete', token, { id });
  return body.type === 'ok' ? 'ok' : body.error;
};
const lastOf = async (symbol: string): Promise<bigint> => {
  const found = await pool.query<{ last: string }>('select last from tape_head where symbol = $1', [symbol]);
  return amount(found.rows[0]?.last ?? '0');
};

test('announces every alert exactly once, at the first entry that reaches it', async () => {
  // Some of these levels are reached within seconds; the others are too far from the price.
  const symbols = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT'];
  for (const symbol of symbols) {
    const last = await lastOf(symbol);
    for (const share of [-20_000n, -4000n, -1000n, 0n, 1000n, 4000n, 20_000n]) {
      const price = formatAmount(share === 0n ? last : last + last / share);
      for (const direction of [undefined, 'above', 'below']) {
        const body = await set(lena, { symbol, price, ...(direction && { direction }) });
        expect(body).toMatchObject({ type: 'ok' });
        if (symbol === 'SOL/USDT') break;
      }
    }
  }
  // Without a direction, the request is identical to one of the two alerts that are already open.
  const count = 2 * 14 + 7;
  await vi.waitFor(async () => expect((await waiting(lena)).length).toBeLessThan(count - 12), {
    timeout: 20_000,
    interval: 100,
  });
  expect(await notNotifiedByTheTape(pool)).toEqual([]);
  const { items } = (await ask('GET user/usermessage', lena, { limit: '100' }))
    .message as CallOutput<'GET user/usermessage'>;
  const told = items.filter(({ kind }) => kind === 'price_alert');
  expect(told.length).toBeGreaterThanOrEqual(12);
  expect(told.length + (await waiting(lena)).length).toBeGreaterThanOrEqual(count - 2);
  for (const { id } of await waiting(lena)) await takeBack(lena, id);
});

test('refuses a fifty-first open alert, whether alerts are set one by one or concurrently', async () => {
  const far = (at: number) => set(wei, { price: `${9_000_000 + at}` });
  const outcomes = await Promise.all(Array.from({ length: 28 }, (_, at) => far(at)));
  for (let at = 28; at < 60; at += 1) outcomes.push(await far(at));
  expect(outcomes.filter(({ type }) => type === 'ok')).toHaveLength(50);
  expect(outcomes.at(-1)).toMatchObject({ error: 'alerts_too_many', params: { max: '50' } });
  const items = await waiting(wei);
  expect(items).toHaveLength(50);
  expect(new Set(items.map(({ direction }) => direction))).toEqual(new Set(['above']));
  for (const { id } of items) expect(await takeBack(wei, id)).toBe('ok');
  expect(await waiting(wei)).toEqual([]);
});

test('creates one alert if the same request is sent twice', async () => {
  const [one, other] = [await set(wei, { price: '1' }, 'once'), await set(wei, { price: '1' }, 'once')];
  expect(one).toEqual(other);
  // A request with a new key, as after a lost response and a restart of the app, returns the open alert.
  expect(await Promise.all([1, 2, 3].map(() => set(wei, { price: '1' })))).toEqual([one, one, one]);
  const [alert, ...more] = await waiting(wei);
  expect([alert?.direction, alert?.price, more]).toEqual(['below', '1', []]);
});

test('answers “not found” to the deletion of another customer’s alert, or of an alert that is no longer open', async () => {
  const [his] = await waiting(wei);
  const id = his?.id ?? '';
  expect(await takeBack(lena, id)).toBe('not_found');
  expect(await waiting(wei)).toHaveLength(1);
  expect(await takeBack(wei, id)).toBe('ok');
  expect(await takeBack(wei, id)).toBe('not_found');
  for (const wrong of ['0', 'x', '99999999999999999']) expect(await takeBack(wei, wrong)).toBe('not_found');
});

test.each([
  [{ price: '0' }, 'amount_wrong'],
  [{ price: '10000001' }, 'amount_wrong'],
  [{ price: '-5' }, 'parameter_wrong'],
  [{ price: '1e5' }, 'parameter_wrong'],
  [{ price: '1', symbol: 'PEPE/USDT' }, 'pair_not_found'],
  [{ price: '1', symbol: 'JPY/USDT' }, 'pair_not_found'],
  [{ price: '1', symbol: "BTC/USDT' or 1=1" }, 'parameter_wrong'],
  [{ price: '1', direction: 'sideways' }, 'parameter_wrong'],
])('rejects the request %o: %s', async (fields, error) => {
  expect(await set(wei, fields)).toMatchObject({ type: 'error', error });
});

test('the database rejects closing an alert at an entry that doesn’t reach it, changing its terms, and changing a closed alert', async () => {
  await set(wei, { price: '9000000' });
  const [alert] = await waiting(wei);
  const seq = (await pool.query<{ seq: string }>(`select seq from tape_head where symbol = 'BTC/USDT'`))
    .rows[0]?.seq;
  const guarded = { constraint: 'price_alert_transition' };
  const ended = `status = 'reached', ended_ms = 1, reached_seq = ${seq}`;
  await expect(
    pool.query(`update price_alert set ${ended} where id = $1`, [alert?.id]),
  ).rejects.toMatchObject(guarded);
  await expect(
    pool.query(`update price_alert set status = 'deleted', ended_ms = 1, price = 2 where id = $1`, [
      alert?.id,
    ]),
  ).rejects.toMatchObject({ code: '42501' });
  await expect(
    pool.query(`update price_alert set status = 'deleted', ended_ms = 2 where status = 'deleted'`),
  ).rejects.toMatchObject(guarded);
});

// A closed account can't be reopened for a retry of the test.
test('sends no message when an alert of a closed account is reached', { retry: 0 }, async () => {
  const last = await lastOf('ETH/USDT');
  for (const share of [-16_000n, -8000n, -4000n, 4000n, 8000n, 16_000n]) {
    const price = formatAmount(last + last / share);
    expect(await set(wei, { symbol: 'ETH/USDT', price })).toMatchObject({ type: 'ok' });
  }
  const owner = createPool(server.ownerUrl, { max: 1 });
  const closedMs = Date.now();
  const closed = await owner.query<{ id: string }>(
    `update customer set status = 'closed', closed_ms = $1 where account = 'wei' returning id`,
    [closedMs],
  );
  await owner.end();
  const book = closed.rows[0]?.id;
  const endedAs = async (status: string) =>
    (
      await pool.query(
        `select from price_alert a where a.book = $1 and a.symbol = 'ETH/USDT' and a.status = $2 and a.ended_ms > $3::bigint + 1000`,
        [book, status, closedMs],
      )
    ).rowCount ?? 0;
  await vi.waitFor(async () => expect(await endedAs('deleted')).toBeGreaterThan(0), {
    timeout: 20_000,
    interval: 100,
  });
  expect(await endedAs('reached')).toBe(0);
  expect(await notNotifiedByTheTape(pool)).toEqual([]);
});
