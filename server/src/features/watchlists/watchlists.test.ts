/** Watchlists through the API: limits, two devices that save at the same time, the export, and a closed account. */
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { takeVersion } from './store.ts';

type Lists = CallOutput<'GET watchlists'>;
const PASSWORD = 'Settle-7-miles';

let server: WholeServer;
let pool: Pool;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await openWholeServer();
  pool = createPool(server.url, { max: 2 });
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await pool.end();
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await server.stop();
});

async function newcomer(account: string): Promise<string> {
  const email = `${account}@example.com`;
  const mailed = await server.call('POST sms_mail', { fields: { email } });
  const { code } = mailed.body.message as { code: string };
  const { body } = await server.call('POST user/register', {
    fields: {
      ...{ account, email, code, invite_code: 'CANDOR', birth_date: '1990-05-17' },
      ...{ password: PASSWORD, re_password: PASSWORD },
    },
  });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as string;
}

const listsOf = async (token: string): Promise<Lists> =>
  (await server.call('GET watchlists', { token })).body.message as Lists;
const save = async (token: string, fields: Record<string, unknown>) =>
  (await server.call('POST watchlists', { token, fields })).body;
const favourites = { name: '', symbols: ['ETH/USDT', 'BTC/USDT'] };
const metals = { name: 'Metals', symbols: ['XAU/USD'] };

test('stores one customer’s lists in order, and leaves another customer’s lists empty', async () => {
  const [ana, ben] = [await newcomer('watchana'), await newcomer('watchben')];
  expect(await listsOf(ana)).toEqual({ version: 0, items: [] });
  const items = [metals, favourites];
  expect(await save(ana, { version: 0, items })).toMatchObject({
    type: 'ok',
    message: { version: 1, items },
  });
  expect(await listsOf(ana)).toEqual({ version: 1, items });
  expect(await listsOf(ben)).toEqual({ version: 0, items: [] });
  await save(ana, { version: 1, items: [favourites, { ...metals, name: 'Gold 金' }] });
  expect((await listsOf(ana)).items.map(({ name }) => name)).toEqual(['', 'Gold 金']);
});

test('accepts one of several saves based on the same version, and applies a repeated save once', async () => {
  const token = await newcomer('watchtwice');
  const saves = ['One', 'Two', 'Three', 'Four'].map((name) =>
    save(token, { version: 0, items: [{ ...favourites, name }] }),
  );
  const answers = await Promise.all(saves);
  expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1);
  const refused = answers.flatMap((answer) => ('error' in answer ? [answer.error] : []));
  expect(refused).toEqual(Array.from({ length: 3 }, () => 'watchlists_changed'));
  const { items } = await listsOf(token);
  expect(await save(token, { version: 0, items })).toMatchObject({ message: { version: 1, items } });
  expect(await save(token, { version: 7, items: [favourites] })).toMatchObject({
    error: 'watchlists_changed',
  });
});

test('rejects lists beyond the limits, and an instrument that does not exist', async () => {
  const token = await newcomer('watchlimits');
  const lists = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `L${at}`, symbols: [] }));
  const wrong = [
    [],
    lists(21),
    [metals, { ...favourites, name: 'Metals' }],
    [{ ...metals, name: 'x'.repeat(31) }],
    [{ ...metals, name: ' Metals' }],
    [{ ...metals, name: 'half a pair \ud83d' }],
    [{ name: 'Twice', symbols: ['XAU/USD', 'XAU/USD'] }],
    [{ name: 'Many', symbols: Array.from({ length: 101 }, () => 'XAU/USD') }],
  ];
  for (const items of wrong)
    expect(await save(token, { version: 0, items }), JSON.stringify(items)).toMatchObject({
      error: 'parameter_wrong',
    });
  expect(await save(token, { version: 0, items: [{ ...metals, symbols: ['ABC/USD'] }] })).toMatchObject({
    error: 'pair_not_found',
    params: expect.anything(),
  });
  expect(await listsOf(token)).toEqual({ version: 0, items: [] });
  expect(await save(token, { version: 0, items: lists(20) })).toMatchObject({ type: 'ok' });
  await save(token, { version: 1, items: [{ ...metals, name: '😀'.repeat(30) }] });
  expect((await listsOf(token)).items[0]?.name).toBe('😀'.repeat(30));
});

test('the database enforces the limits itself', async () => {
  await save(await newcomer('watchsql'), { version: 0, items: [favourites] });
  const found = await pool.query<{ id: string }>("select id from customer where account = 'watchsql'");
  const id = found.rows[0]?.id;
  const insert = 'insert into watchlist (customer, place, name, symbols) values ($1, $2, $3, $4)';
  await expect(pool.query(insert, [id, 20, 'A', []])).rejects.toThrow('watchlist_place_check');
  await expect(pool.query(insert, [id, 1, 'x'.repeat(31), []])).rejects.toThrow('watchlist_name_check');
  await expect(pool.query(insert, [id, 1, '', []])).rejects.toThrow('watchlist_customer_name_key');
  const many = Array.from({ length: 101 }, () => 'XAU/USD');
  await expect(pool.query(insert, [id, 1, 'A', many])).rejects.toThrow('watchlist_symbols_check');
});

test('exports the lists, and deletes them once the account is closed', async () => {
  const token = await newcomer('watchleaver');
  await save(token, { version: 0, items: [favourites, metals] });
  const { body } = await server.call('POST user/export', { token, fields: { current_password: PASSWORD } });
  const { sections } = body.message as CallOutput<'POST user/export'>;
  expect(sections['watchlists']).toEqual([favourites, metals]);
  const closed = await server.call('POST user/close', {
    token,
    fields: { account: 'watchleaver', current_password: PASSWORD },
  });
  expect(closed.body).toMatchObject({ type: 'ok' });
  const found = await pool.query<{ id: string }>("select id from customer where account = 'watchleaver'");
  const late = { customer: BigInt(found.rows[0]?.id ?? 0), version: 0 };
  expect(await inTransaction(pool, (connection) => takeVersion(connection, late))).toBe(false);
  const left = await pool.query(
    "select from watchlists w join customer c on c.id = w.customer where c.account = 'watchleaver'",
  );
  expect(left.rowCount).toBe(0);
});

/** The versions of which a device hears. */
async function device(token: string): Promise<readonly (number | null)[]> {
  const socket = io(server.origin, { transports: ['websocket'], reconnection: false });
  sockets.push(socket);
  const heard: (number | null)[] = [];
  socket.on('watchlists', ({ version }: { version: number | null }) => heard.push(version));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  expect(await socket.emitWithAck('authenticate', token)).toMatchObject({ ok: true });
  return heard;
}
const soon = { timeout: 5000, interval: 20 };

test('tells every device of the customer of each save, and no other customer', async () => {
  const [ana, ben] = [await newcomer('watchphone'), await newcomer('watchstranger')];
  const [phone, tablet, other] = [await device(ana), await device(ana), await device(ben)];
  await save(ana, { version: 0, items: [favourites] });
  await vi.waitFor(() => expect([phone, tablet]).toEqual([[1], [1]]), soon);
  // Neither a repeated nor a refused save changes anything.
  await save(ana, { version: 0, items: [favourites] });
  await save(ana, { version: 0, items: [metals] });
  await save(ana, { version: 1, items: [metals] });
  await vi.waitFor(() => expect(tablet).toEqual([1, 2]), soon);
  expect([phone, other]).toEqual([[1, 2], []]);
});

test('asks devices to read the lists again after the listening connection was lost', async () => {
  const token = await newcomer('watchlost');
  const phone = await device(token);
  const owner = createPool(server.ownerUrl, { max: 1 });
  const killed = await owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen watchlists' and datname = current_database()",
  );
  await owner.end();
  expect(killed.rowCount).toBe(1);
  await vi.waitFor(() => expect(phone).toEqual([null]), soon);
  await save(token, { version: 0, items: [metals] });
  await vi.waitFor(() => expect(phone).toEqual([null, 1]), soon);
});
