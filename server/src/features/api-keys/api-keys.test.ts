/**
 * API keys on a whole server: authentication, scopes, mandates, orders that await confirmation, and revocation, against a real
 * database.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CallName, CallOutput } from '@candor/protocol/calls.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { openKeyed, PASSWORD } from './testing/keyed-server.ts';
import type { Answer, TestKey } from './testing/signed-call.ts';

let world: Awaited<ReturnType<typeof openKeyed>>;
let pool: Pool;

beforeAll(async () => {
  world = await openKeyed();
  pool = createPool(world.server.ownerUrl, { max: 2 });
});
afterAll(async () => {
  await pool.end();
  expect(world.server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await world.server.stop();
});

const buy = { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '20' } as const;
const resting = {
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  quantity: '0.001',
  price: '10000',
} as const;
const said = ({ type, error, message }: Answer): unknown => (type === 'ok' ? 'ok' : (error ?? message));
const place = (key: TestKey, fields: object = {}, how = {}) =>
  world.by(key, 'POST coin/trade', { ...buy, ...fields }, how);

test('an HMAC key and an Ed25519 key each read and trade for the customer, and each order records its key', async () => {
  for (const key of [await world.make(), await world.makeEd25519()]) {
    const placed = await place(key);
    expect(placed).toMatchObject({ type: 'ok' });
    const { id } = placed.message as CallOutput<'POST coin/trade'>;
    const named = await pool.query('select key_id from api_order where order_id = $1', [id]);
    expect(named.rows).toEqual([{ key_id: key.id }]);
    const { items } = (await world.by(key, 'GET coin/list')).message as CallOutput<'GET coin/list'>;
    expect(items[0]).toMatchObject({ id, key_name: key.secret === undefined ? 'Signer' : 'Bot' });
  }
});

test('rejects a wrong signature, an unknown key, and a time outside the window', async () => {
  const key = await world.make();
  const read = (how: object, at: Pick<TestKey, 'key' | 'sign'> = key) =>
    world.by(at, 'GET coin/list', {}, how).then(said);
  expect(
    await read({ forge: (signature: string) => signature.replace(/^./, (c) => (c === '0' ? '1' : '0')) }),
  ).toBe('api_signature_wrong');
  expect(await read({ forge: () => 'x' })).toBe('api_signature_wrong');
  expect(await read({}, { key: 'A'.repeat(32), sign: key.sign })).toBe('api_key_unknown');
  expect(await read({ timeMs: Date.now() - 10_000 })).toBe('api_time_wrong');
  expect(await read({ timeMs: Date.now() + 10_000 })).toBe('api_time_wrong');
  expect(await read({ timeMs: Date.now() - 10_000, windowMs: 60_000 })).toBe('ok');
  expect(await read({ timeMs: Date.now() - 70_000, windowMs: 999_999 })).toBe('api_time_wrong');
});

test('mails the customer about a new key even if a thief muted the notices with a stolen session', async () => {
  for (const channel of ['email', 'push'])
    expect(
      said(await world.said('POST user/notice_choice', { topic: 'api_keys', channel, enabled: false })),
    ).toBe('ok');
  await world.make({ name: 'Thief' });
  const mailed = () => pool.query(`select from mail where kind = 'api_key_made' and text like '%Thief%'`);
  await vi.waitFor(async () => expect((await mailed()).rowCount).toBe(1), { timeout: 10_000 });
});

test('executes a signed request only once if it is sent twice', async () => {
  const key = await world.make();
  const timeMs = Date.now();
  const [one, other] = [await place(key, {}, { timeMs }), await place(key, {}, { timeMs })];
  expect(one).toMatchObject({ type: 'ok' });
  expect(other).toEqual(one);
});

test('places the orders of a repeated batch only once, even without idempotency keys', async () => {
  const key = await world.make();
  const orders = [
    { call: 'POST coin/trade', fields: resting },
    { call: 'POST coin/trade', fields: { ...resting, price: '10001' } },
  ];
  const timeMs = Date.now();
  const sends = () => world.by(key, 'POST orders/batch', { orders }, { timeMs });
  const first = await sends();
  expect(first).toMatchObject({ type: 'ok', message: { accepted: 2, refused: 0 } });
  expect(await sends()).toEqual(first);
  const placed = await pool.query('select from api_order where key_id = $1', [key.id]);
  expect(placed.rowCount).toBe(2);
  expect(said(await world.by(key, 'POST order/cancel_all'))).toBe('ok');
  // Frees a place for the later tests: a customer may have at most twenty keys.
  expect(said(await world.said('POST api_keys/revoke', { id: key.id, current_password: PASSWORD }))).toBe(
    'ok',
  );
});

test('refuses a key’s orders outside its mandate', async () => {
  const key = await world.make({ ask_above: '500' });
  expect(said(await place(key, { symbol: 'ETH/USDT' }))).toBe('api_symbol_refused');
  expect(await place(key, { amount: '1000.01' })).toMatchObject({
    error: 'api_order_too_big',
    params: { max: '1000' },
  });
  const reader = await world.make({ scopes: ['read'] });
  expect(said(await place(reader))).toBe('api_scope_missing');
  const home = await world.make({ networks: ['10.0.0.0/8', '2001:db8::/32'] });
  expect(said(await world.by(home, 'GET coin/list'))).toBe('api_address_refused');
  const here = await world.make({ networks: ['127.0.0.0/8', '::1/128'] });
  expect(said(await world.by(here, 'GET coin/list'))).toBe('ok');
});

const lose = (key: TestKey, lossMax: string) =>
  pool.query(
    `begin; alter table api_key disable trigger user; update api_key set loss_max = ${lossMax} where id = ${key.id};
      alter table api_key enable trigger user; commit`,
  );

test('stops a key for the day once the losses of its fills reach the limit, but still lets it cancel its orders', async () => {
  const key = await world.make();
  const open = await world.by(key, 'POST coin/trade', resting);
  expect(said(open)).toBe('ok');
  // The fee and the spread are an immediate loss.
  expect(said(await place(key))).toBe('ok');
  await lose(key, '0.00000001');
  expect(await place(key)).toMatchObject({ error: 'api_loss_reached', params: { max: '0.00000001' } });
  const { id } = open.message as CallOutput<'POST coin/trade'>;
  expect(said(await world.by(key, 'POST order/cancel', { id }))).toBe('ok');
});

const figure = async (sql: string): Promise<number> =>
  Number((await pool.query<{ figure: string }>(`select ${sql} as figure`)).rows[0]?.figure);
const sum = (key: TestKey) =>
  figure(`(select sum(api_order_cost(s)) from spot_order s join api_order o on o.book = s.book and o.order_id = s.id
    where o.key_id = ${key.id})`);

test('counts the certain costs of concurrent orders and of resting orders towards the loss limit', async () => {
  const probe = await world.make();
  expect(said(await place(probe, { amount: '100' }))).toBe('ok');
  const each = await sum(probe);
  expect(each).toBeGreaterThan(0.05);
  // The limit covers the costs of three and a half orders, whether the orders are decided one by one or together.
  const key = await world.make({ loss_max: (each * 3.5).toFixed(8) });
  const burst = await Promise.all(
    Array.from({ length: 8 }, (_, at) => place(key, { amount: '100' }, { idempotencyKey: `l${at}` })),
  );
  const outcomes = burst.map(said);
  expect(new Set(outcomes)).toEqual(new Set(['ok', 'api_loss_reached']));
  expect(outcomes.filter((one) => one === 'ok').length).toBeGreaterThan(1);
  expect(outcomes.filter((one) => one === 'ok').length).toBeLessThan(4);
  // A resting order uses up a part of the limit until it is cancelled.
  const patient = await world.make({ loss_max: '0.05' });
  const rests = () => world.by(patient, 'POST coin/trade', { ...resting, quantity: '0.003' });
  const first = await rests();
  expect(said(first)).toBe('ok');
  expect(await figure(`(select reserved from api_mandate where id = ${patient.id})`)).toBeGreaterThan(0.025);
  expect(said(await rests())).toBe('api_loss_reached');
  const { id } = first.message as CallOutput<'POST coin/trade'>;
  expect(said(await world.by(patient, 'POST order/cancel', { id }))).toBe('ok');
  expect(said(await rests())).toBe('ok');
});

test('lets a key buy with a bracket and change the bracket’s sale, but trade no position', async () => {
  const key = await world.make();
  const bracket = { take_profit: '900000', stop_loss: '1' };
  const bought = await place(key, { type: 'market', amount: '50', ...bracket });
  expect(said(bought)).toBe('ok');
  const { id } = bought.message as CallOutput<'POST coin/trade'>;
  const sales = () => pool.query(`select id, status from spot_order where entry_id = ${id}`);
  const [sale] = (await vi.waitFor(async () => {
    const { rows } = await sales();
    expect(rows).toMatchObject([{ status: 'open' }]);
    return rows;
  })) as [{ id: string }];
  // The sale's certain costs are reserved from the key's limit, although only the purchase records the key.
  const reserved = () => figure(`(select reserved from api_mandate where id = ${key.id})`);
  expect(await reserved()).toBeGreaterThan(0);
  // The key may amend the sale within its mandate, but not to a much higher target.
  const amends = (price: string) => world.by(key, 'POST order/amend', { id: sale.id, price });
  await vi.waitFor(async () => expect(said(await amends('899000'))).toBe('ok'), { timeout: 10_000 });
  await vi.waitFor(async () => expect(said(await amends('2000000'))).toBe('api_order_too_big'), {
    timeout: 10_000,
  });
  // A key can't change positions, whatever its scope.
  const orders = [
    {
      call: 'POST lever/submit',
      fields: { symbol: 'BTC/USDT', side: 'long', quantity: '0.001', multiple: 2 },
    },
    { call: 'POST lever/close', fields: { id: '1' } },
    { call: 'POST lever/setstop', fields: { id: '1', stop_loss: '1' } },
    { call: 'POST lever/amend', fields: { id: '1', price: '1' } },
  ];
  const batch = await world.by(key, 'POST orders/batch', { orders });
  const { orders: answers } = batch.message as CallOutput<'POST orders/batch'>;
  expect(answers.map(({ answer }) => answer['error'])).toEqual(orders.map(() => 'api_scope_missing'));
  for (const { call, fields } of orders)
    // oxlint-disable-next-line no-await-in-loop
    expect(said(await world.by(key, call as CallName, fields))).toBe('api_scope_missing');
  expect((await sales()).rows).toEqual([{ id: sale.id, status: 'open' }]);
  // The key may cancel the sale, like any order for the instruments of its mandate.
  expect(said(await world.by(key, 'POST order/cancel', { id: sale.id }))).toBe('ok');
  await vi.waitFor(async () => expect((await sales()).rows).toMatchObject([{ status: 'cancelled' }]));
  expect(await reserved()).toBe(0);
  // The purchase is checked like any other purchase.
  expect(said(await place(key, { amount: '1000.01', ...bracket }))).toBe('api_order_too_big');
});

test('lets a key amend only the orders that it placed, within its mandate', async () => {
  const key = await world.make({ ask_above: '500', loss_max: '5' });
  const idOf = (answer: Answer) => (answer.message as { id: string }).id;
  const placed = await world.by(key, 'POST coin/trade', { ...resting, client_order_id: 'amended' });
  const id = idOf(placed);
  /** Retries while the amendment is refused because no fresh price is available. */
  const amends = async (fields: object, by = key): Promise<Answer> => {
    let answer = await world.by(by, 'POST order/amend', { id, ...fields });
    for (let at = 0; at < 50 && answer.error === 'busy'; at += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, 100));
      // oxlint-disable-next-line no-await-in-loop
      answer = await world.by(by, 'POST order/amend', { id, ...fields });
    }
    return answer;
  };
  expect(said(await amends({ quantity: '0.01' }))).toBe('ok');
  expect(said(await amends({ id: undefined, client_order_id: 'amended', price: '11000' }))).toBe('ok');
  const named = await pool.query('select version, key_id from api_amendment where order_id = $1 order by 1', [
    id,
  ]);
  expect(named.rows).toEqual([2, 3].map((version) => ({ version, key_id: key.id })));
  // The first amendment exceeds the mandate. The second exceeds only the size above which the customer must confirm.
  expect(await amends({ quantity: '0.1' })).toMatchObject({ error: 'api_order_too_big' });
  expect(await amends({ quantity: '0.05' })).toMatchObject({ error: 'api_order_waits' });
  // The amended order's costs replace those of the open order; they are not added to them.
  const reserved = await figure(`(select reserved from api_mandate where id = ${key.id})`);
  await lose(key, (4.4 * reserved).toFixed(8));
  expect(said(await amends({ quantity: '0.04' }))).toBe('ok');
  expect(said(await amends({ quantity: '0.045', price: '11100' }))).toBe('api_loss_reached');
  await lose(key, '5');
  // The key may amend neither another key's order nor an order that the customer placed.
  const other = await world.make();
  expect(said(await amends({ quantity: '0.001' }, other))).toBe('api_scope_missing');
  const own = idOf(await world.said('POST coin/trade', { ...resting, client_order_id: 'own' }));
  for (const name of [{ id: own }, { id: undefined, client_order_id: 'own' }])
    // oxlint-disable-next-line no-await-in-loop
    expect(said(await amends({ ...name, quantity: '0.002' }))).toBe('api_scope_missing');
  // The customer sees how the order would change, and confirms the pending amendment once.
  const waiting = (await world.said('GET api_keys/waiting')).message as CallOutput<'GET api_keys/waiting'>;
  const [one] = waiting.items;
  expect(one).toMatchObject({ side: 'buy', type: 'limit', quantity: '0.05', price: '11000', size: '550' });
  expect(one?.amends).toBe(id);
  // The confirmed values are applied even if the key amends the order before the confirmation.
  expect(said(await amends({ quantity: '0.01', price: '12000' }))).toBe('ok');
  const confirms = () => world.said('POST api_keys/confirm', { id: one?.id });
  const confirmed = await vi.waitFor(
    async () => {
      const answer = await confirms();
      expect(answer).toMatchObject({ type: 'ok', message: { order: id } });
      return answer;
    },
    { timeout: 10_000 },
  );
  expect(await confirms()).toEqual(confirmed);
  const after = await pool.query('select quantity, price, version from spot_order where id = $1', [id]);
  expect(after.rows).toEqual([{ quantity: '0.05000000', price: '11000.00000000', version: 6 }]);
  expect(said(await world.by(key, 'POST order/cancel', { id }))).toBe('ok');
  await world.said('POST order/cancel', { id: own });
});

test('shows an order that awaits confirmation with its stop price, take profit and stop loss', async () => {
  const key = await world.make({ ask_above: '10' });
  const stop = { type: 'stop', amount: undefined, quantity: '0.001', stop_price: '900000' };
  expect(said(await place(key, { ...stop, take_profit: '990000', stop_loss: '1' }))).toBe('api_order_waits');
  const { items } = (await world.said('GET api_keys/waiting')).message as CallOutput<'GET api_keys/waiting'>;
  const levels = { stop_price: '900000', take_profit: '990000', stop_loss: '1' };
  const shown = items.find(({ type }) => type === 'stop');
  expect(shown).toMatchObject({ side: 'buy', type: 'stop', price: null, ...levels });
  await world.said('POST api_keys/decline', { id: shown?.id });
});

test('places an order above the confirmation size only after the customer has confirmed it', async () => {
  const key = await world.make({ ask_above: '50' });
  const asked = await place(key, { amount: '60' });
  expect(asked).toMatchObject({ error: 'api_order_waits', params: { minutes: '5' } });
  const waiting = (await world.said('GET api_keys/waiting')).message as CallOutput<'GET api_keys/waiting'>;
  const [one] = waiting.items;
  expect(one).toMatchObject({ symbol: 'BTC/USDT', side: 'buy', size: '60', key_name: 'Bot' });
  const id = one?.id ?? '';
  // The key itself can't confirm.
  expect(said(await world.by(key, 'POST api_keys/confirm', { id }))).toBe('api_scope_missing');
  const confirmed = await world.said('POST api_keys/confirm', { id });
  expect(confirmed).toMatchObject({ type: 'ok' });
  expect(await world.said('POST api_keys/confirm', { id })).toEqual(confirmed);
  const { order } = confirmed.message as CallOutput<'POST api_keys/confirm'>;
  expect((await pool.query('select status from spot_order where id = $1', [order])).rows).toEqual([
    { status: 'filled' },
  ]);
  await place(key, { amount: '61' });
  const next = (await world.said('GET api_keys/waiting')).message as CallOutput<'GET api_keys/waiting'>;
  const other = next.items[0]?.id ?? '';
  expect(said(await world.said('POST api_keys/decline', { id: other }))).toBe('ok');
  expect(said(await world.said('POST api_keys/confirm', { id: other }))).toBe('api_order_over');
});

test('rejects a copy of a signed request under another idempotency key', async () => {
  const key = await world.make();
  const timeMs = Date.now();
  expect(said(await place(key, {}, { timeMs, idempotencyKey: 'mine' }))).toBe('ok');
  expect(said(await place(key, {}, { timeMs, idempotencyKey: 'mine', sentKey: 'copied' }))).toBe(
    'api_signature_wrong',
  );
  expect(said(await place(key, {}, { timeMs }))).toBe('ok');
  const copied = { timeMs, idempotencyKey: '', sentKey: 'copied' };
  expect(said(await place(key, {}, copied))).toBe('api_signature_wrong');
});

test('places no further order once a revocation is answered, even with orders in flight', async () => {
  const key = await world.make({ loss_max: '1000000' });
  const burst = () =>
    Promise.all(Array.from({ length: 12 }, (_, at) => place(key, {}, { idempotencyKey: `b${at}` })));
  const [answers, revoked] = await Promise.all([
    burst(),
    world.said('POST api_keys/revoke', { id: key.id, current_password: PASSWORD }),
  ]);
  expect(said(revoked)).toBe('ok');
  expect(answers.map(said).filter((one) => one !== 'ok' && one !== 'api_key_revoked')).toEqual([]);
  const placed = () =>
    pool.query('select from api_order where key_id = $1', [key.id]).then((found) => found.rowCount);
  const before = await placed();
  expect(before).toBe(answers.filter(({ type }) => type === 'ok').length);
  const after = await Promise.all(Array.from({ length: 6 }, () => place(key)));
  expect(new Set(after.map(said))).toEqual(new Set(['api_key_revoked']));
  expect(await placed()).toBe(before);
});

test('lets a key only read while the account is frozen, and trade again afterwards', async () => {
  const key = await world.make();
  // Changes the standing without the audit record of an operator's decision.
  const become = (status: string) =>
    pool.query(`begin; alter table customer disable trigger user;
      update customer set status = '${status}' where id = (select book from api_key where id = ${key.id});
      alter table customer enable trigger user; commit`);
  expect(said(await place(key))).toBe('ok');
  await become('frozen');
  expect(said(await place(key))).toBe('account_frozen');
  expect(said(await world.by(key, 'GET coin/list'))).toBe('ok');
  await become('active');
  await vi.waitFor(async () => expect(said(await place(key))).toBe('ok'), { timeout: 10_000, interval: 500 });
});

test('exports keys and their orders without secrets, and erases the keys’ personal data when the account is closed', async () => {
  const email = 'mover@example.com';
  const { code } = (await world.said('POST sms_mail', { email })).message as { code: string };
  const made = await world.said('POST user/register', {
    ...{ account: 'mover', email, code, invite_code: 'CANDOR', birth_date: '1990-05-17' },
    ...{ password: PASSWORD, re_password: PASSWORD },
  });
  expect(said(made)).toBe('ok');
  const at = made.message as string;
  const key = await world.make({ networks: ['127.0.0.0/8', '::1/128'], ask_above: '50' }, at);
  expect(said(await place(key))).toBe('ok');
  expect(said(await place(key, { amount: '60' }))).toBe('api_order_waits');
  const used = () => pool.query('select address from api_key_use where key_id = $1', [key.id]);
  await vi.waitFor(async () => expect((await used()).rowCount).toBe(1));
  const { sections } = (await world.said('POST user/export', { current_password: PASSWORD }, at))
    .message as CallOutput<'POST user/export'>;
  expect(sections['api_keys']).toMatchObject([
    {
      ...{ id: key.id, name: 'Bot', key: key.key, scopes: ['read', 'trade'], symbols: ['BTC/USDT'] },
      ...{ order_max: '1000', loss_max: '100', ask_above: '50', revoked_at: null },
      used_from: expect.stringMatching(/127|::1/),
    },
  ]);
  expect(sections['api_orders']).toMatchObject([{ key_id: key.id }]);
  expect(sections['api_orders_asked']).toMatchObject([{ key_id: key.id, size: '60', status: 'waiting' }]);
  const written = JSON.stringify(sections);
  expect(written).not.toContain(key.secret);
  expect(written).not.toMatch(/sealed|proof/);
  const closed = await world.said('POST user/close', { account: 'mover', current_password: PASSWORD }, at);
  expect(said(closed)).toBe('ok');
  const left = await pool.query(
    'select name, networks, sealed, revoked_ms is not null as ended from api_key where id = $1',
    [key.id],
  );
  expect(left.rows).toEqual([{ name: '-', networks: '', sealed: null, ended: true }]);
  expect((await used()).rowCount).toBe(0);
  await vi.waitFor(async () => expect(said(await place(key))).toBe('api_key_unknown'), { timeout: 10_000 });
});

test('revokes a key on request, and all keys when the customer ends the other sessions', async () => {
  // Earlier tests created nearly the maximum number of keys. Ending the sessions revokes them.
  await world.said('POST user/sessions_end');
  const key = await world.make();
  expect(said(await world.said('POST api_keys/revoke', { id: key.id }))).toBe('confirmation_needed');
  const confirmed = { id: key.id, current_password: PASSWORD };
  expect(said(await world.said('POST api_keys/revoke', confirmed))).toBe('ok');
  expect(said(await place(key))).toBe('api_key_revoked');
  const other = await world.make();
  await world.said('POST user/sessions_end');
  const rows = await pool.query('select revoked_ms is not null as ended from api_key where id = $1', [
    other.id,
  ]);
  expect(rows.rows).toEqual([{ ended: true }]);
});
