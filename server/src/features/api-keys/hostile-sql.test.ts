/**
 * Plain SQL by a process that has the executor's role and the proof of an API key, but no session of the customer. The database
 * must reject everything except spot orders within the key's mandate and their cancellation.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keyProof } from '../../identity/api-keys/signature.ts';
import { openKeyed, PASSWORD } from './testing/keyed-server.ts';
import type { TestKey } from './testing/signed-call.ts';

let world: Awaited<ReturnType<typeof openKeyed>>;
let serving: pg.Client;
let owner: pg.Client;
let key: TestKey;
let reader: TestKey;
let book: string;

beforeAll(async () => {
  world = await openKeyed();
  serving = new pg.Client({ connectionString: world.server.appUrl });
  owner = new pg.Client({ connectionString: world.server.ownerUrl });
  await Promise.all([serving.connect(), owner.connect()]);
  key = await world.make();
  reader = await world.make({ scopes: ['read'] });
  book = (await owner.query<{ book: string }>('select book from api_key limit 1')).rows[0]?.book ?? '';
  const usual = { side: 'buy', type: 'limit', quantity: '0.01' };
  for (const [symbol, price] of [
    ['BTC/USDT', '10000'],
    ['ETH/USDT', '500'],
  ])
    await world.said('POST coin/trade', { ...usual, symbol, price });
  await world.said('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '5' });
  await world.by(await world.make({ ask_above: '10' }), 'POST coin/trade', {
    ...{ symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '20' },
  });
}, 60_000);
afterAll(async () => {
  await Promise.all([serving.end(), owner.end()]);
  await world.server.stop();
});

type Shown = { readonly by: TestKey; readonly id?: string; readonly book?: string };

let lastError = '';

/** Returns "written", or the constraint or message that rejected the statements. They are always rolled back. */
async function fate(sql: string, shown?: Shown): Promise<string> {
  await serving.query('begin');
  try {
    if (shown !== undefined) await show(shown);
    await serving.query(sql);
    return 'written';
  } catch (error) {
    const { constraint, message } = error as pg.DatabaseError;
    lastError = message;
    return constraint ?? message;
  } finally {
    await serving.query('rollback');
  }
}

async function show({ by, id = by.id, book: of = book }: Shown): Promise<void> {
  const proof = keyProof(Buffer.from(by.secret ?? '', 'hex')).toString('hex');
  await serving.query('select act_by_key($1, $2, $3)', [[of], [id], [proof]]);
}

const named = (id: string): string =>
  `insert into api_order (book, order_id, key_id) values (${book}, 900002, ${id})`;
const placed = (change = '{}', symbol = 'BTC/USDT'): string =>
  `insert into spot_order select (jsonb_populate_record(o, '{"id": 900002}'::jsonb || '${change}')).* from spot_order o
    where o.status = 'open' and o.symbol = '${symbol}'`;
const cancelled = (symbol: string): string =>
  `update spot_order set status = 'cancelled', reason = 'customer', version = version + 1, held = 0
    where status = 'open' and symbol = '${symbol}'`;

test.each<[string, () => string, () => Shown | undefined]>([
  ['naming a key in an order, without its proof', () => named(key.id), () => undefined],
  ['naming a key other than the acting one', () => named(key.id), () => ({ by: reader })],
  ['an order that names no key', () => placed(), () => ({ by: key })],
  ['a proof for another key', () => named(key.id), () => ({ by: reader, id: key.id })],
  ['a proof for another customer', () => named(key.id), () => ({ by: key, book: '1' })],
  [
    'amending an order',
    () =>
      `update spot_order set price = 9999, held = held - 1, version = version + 1,
        amended_ms = market_now_ms() where status = 'open' and symbol = 'BTC/USDT'`,
    () => ({ by: key }),
  ],
  ['cancelling an order for another instrument', () => cancelled('ETH/USDT'), () => ({ by: key })],
  [
    'a transfer',
    () =>
      `insert into transfer select (jsonb_populate_record(t, jsonb_build_object('id', 900003))).* from transfer t`,
    () => ({ by: key }),
  ],
  [
    'another key',
    () =>
      `insert into api_key select (jsonb_populate_record(k, jsonb_build_object('id', 900004, 'code', repeat('k', 32)))).* from api_key k
        where k.id = ${key.id}`,
    () => ({ by: key }),
  ],
  [
    'confirming a waiting order',
    () =>
      `update api_waiting set status = 'confirmed', version = 2, decided_ms = floor(extract(epoch from clock_timestamp()) * 1000)`,
    () => ({ by: key }),
  ],
])('rejects %s', async (_, sql, shown) => {
  // A key with only the scope `read` can't act at all.
  expect(['acts_in_session', 'read_just_now']).toContain(await fate(sql(), shown()));
});

test.each([
  ['whose quantity exceeds the mandate', '{"quantity": 1}', 'BTC/USDT'],
  ['whose value at its price exceeds the mandate', '{"price": 999999}', 'BTC/USDT'],
  ['whose value at its stop exceeds the mandate', '{"type": "oco", "stop": 999999}', 'BTC/USDT'],
  ['whose budget exceeds the mandate', '{"budget": 1000.00000001}', 'BTC/USDT'],
  ['for another instrument', '{}', 'ETH/USDT'],
  [
    'that converts into another instrument',
    '{"to_symbol": "ETH/USDT", "type": "market", "price": null}',
    'BTC/USDT',
  ],
  ['at an entry that does not exist', '{"armed_seq": 999999999}', 'BTC/USDT'],
])('rejects an order %s', async (_, change, symbol) => {
  expect(await fate(`${named(key.id)}; ${placed(change, symbol)}`, { by: key })).toBe('api_order_within');
});

const keyFor = (symbols: string): string =>
  `insert into api_key select (jsonb_populate_record(k, jsonb_build_object('id', 900004, 'code', repeat('k', 32), 'symbols', '${symbols}',
    'created_ms', floor(extract(epoch from clock_timestamp()) * 1000)))).* from api_key k where k.id = ${key.id}`;

// Auditors receive the instruments of each key that traded, so the list must not carry personal data.
test.each(['Mona Canary, Bremen', 'BTC/USDT Mona', 'BTC/USDT BTC/USDT', 'BTC/USDT ', '* BTC/USDT'])(
  'rejects a key whose instruments are “%s”',
  async (symbols) => {
    expect(await fate(keyFor(symbols))).toBe('api_key_symbols');
  },
);

test.each(['*', 'BTC/USDT', 'ETH/USDT BTC/USDT'])(
  'accepts the instruments “%s”, and rejects the key only for lack of a session',
  async (symbols) => {
    expect(await fate(keyFor(symbols))).toBe('acts_in_session');
  },
);

/** Returns SQL that amends the newest open order as the server would, and runs the deferred checks. */
async function amendedBy(id: string, price: number): Promise<string> {
  const { rows } = await owner.query<Record<string, string | null>>(
    `select o.book || ', ' || o.id || ', ' || o.version + 1 as its, o.id, o.symbol, o.price, o.quantity, o.armed_seq,
      coalesce(o.amended_ms, o.created_ms) as since, floor(market_now_ms()) as at, h.fill_age_ms as age,
      (select max(t.seq) from tape t where t.symbol = o.symbol) as newest,
      ceil(ceil(o.quantity * ${price} * 100000000) * (1 + o.fee_rate)) / 100000000 as cost
      from spot_order o join tape_head h on h.symbol = o.symbol
      where o.status = 'open' and o.symbol = 'BTC/USDT' order by o.id desc limit 1`,
  );
  const was = rows[0] ?? {};
  return `insert into api_amendment (book, order_id, version, key_id) values (${was['its']}, ${id});
    update spot_order set price = ${price}, held = ${was['cost']}, version = version + 1, amended_ms = ${was['at']},
      updated_ms = ${was['at']}, armed_seq = ${was['newest']} where id = ${was['id']};
    insert into spot_amendment (book, order_id, version, symbol, was_price, was_quantity, was_armed_seq, was_since_ms, price, quantity,
        tape_seq, fill_age_ms, time_ms)
      values (${was['its']}, '${was['symbol']}', ${was['price']}, ${was['quantity']}, ${was['armed_seq']}, ${was['since']}, ${price},
        ${was['quantity']}, ${was['newest']}, ${was['age']}, ${was['at']});
    set constraints api_amendment_within immediate`;
}

test('lets a key amend only the orders that it placed, within its mandate', async () => {
  const other = await world.make();
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.01', price: '10000' };
  const made = await world.by(key, 'POST coin/trade', order);
  expect(made).toMatchObject({ type: 'ok' });
  /** Returns the outcome at a moment with a fresh price. Without a fresh price, an earlier guard rejects every amendment. */
  const reaches = async (by: TestKey, price: number): Promise<string> => {
    for (let at = 0; at < 100; at += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const said = await fate(await amendedBy(by.id, price), { by });
      if (said !== 'spot_order_amended_in_time') return said;
    }
    return 'never';
  };
  const becomes = (change: string) =>
    owner.query(`begin; alter table api_key disable trigger user; update api_key set ${change} where id = ${key.id};
      alter table api_key enable trigger user; commit`);
  expect(await reaches(key, 10_500)).toBe('written');
  expect(await reaches(other, 10_500)).toBe('api_amendment_within');
  await becomes('order_max = 100');
  expect(await reaches(key, 10_500)).toBe('api_amendment_within');
  await becomes('order_max = 1000, loss_max = 0.0001');
  expect(await reaches(key, 10_500)).toBe('read_just_now');
  await becomes('loss_max = 100');
  const { id } = made.message as { id: string };
  await world.by(key, 'POST order/cancel', { id });
  const left = () => owner.query(`select from spot_order where id = $1 and status = 'open'`, [id]);
  await vi.waitFor(async () => expect((await left()).rowCount).toBe(0), { timeout: 10_000 });
});

test('rejects SQL that attributes an order placed by the customer to a key', async () => {
  const claimed = `insert into api_order (book, order_id, key_id)
    select o.book, o.id, ${key.id} from spot_order o where o.status = 'open' and o.symbol = 'ETH/USDT'`;
  expect(await fate(claimed, { by: key })).toBe('api_order_placed');
});

test('rejects an order whose fee and spread exceed the key’s loss limit', async () => {
  const low = await world.make({ loss_max: '0.05' });
  const high = await world.make({ loss_max: '5' });
  const judged = async (by: TestKey) => {
    await fate(`${named(by.id)}; ${placed()}`, { by });
    return lastError.includes(`api key ${by.id}`);
  };
  // A later guard rejects both orders because their price is old.
  expect([await judged(low), await judged(high)]).toEqual([true, false]);
});

test('leaves an order within the mandate to the guards that apply to every order', async () => {
  const said = await fate(`${named(key.id)}; ${placed()}`, { by: key });
  expect(['api_order_within', 'acts_in_session']).not.toContain(said);
  expect(await fate(cancelled('BTC/USDT'), { by: key })).not.toBe('acts_in_session');
});

test.each([
  ['a larger mandate', 'update api_key set order_max = 1000000', 'permission denied for table api_key'],
  ['a later expiry', 'update api_key set expires_ms = expires_ms + 1', 'permission denied for table api_key'],
  ['a changed loss of the day', 'update api_day set cash = 0', 'permission denied for table api_day'],
  ['a key without a session', 'select keyed_now()', 'permission denied for function keyed_now'],
  ['another key for an order', 'update api_order set key_id = 1', 'permission denied for table api_order'],
])('rejects %s', async (_, sql, expected) => {
  expect(await fate(sql, { by: key })).toBe(expected);
});

test('rejects a key’s proof record that was forged or copied from another transaction', async () => {
  await serving.query('begin');
  await show({ by: key });
  const found = await serving.query<{ said: string }>(`select current_setting('candor.keyed') as said`);
  await serving.query('rollback');
  const said = found.rows[0]?.said ?? '';
  expect(said.split(';')[0]).toBe(`${book}:${key.id}`);
  for (const value of [said, `${book}:${key.id}`, `${book}:${key.id};${'0'.repeat(64)}`])
    expect(await fate(`set local candor.keyed = '${value}'; ${named(key.id)}`)).toBe('acts_in_session');
  // A key's proof record isn't accepted in place of a session's record either.
  expect(await fate(`set local candor.acting = '${said}'; ${placed()}`)).toBe('acts_in_session');
});

test('rejects the proof of a revoked or an expired key, and any reversal of a revocation', async () => {
  const revoked = await world.make();
  await world.said('POST api_keys/revoke', { id: revoked.id, current_password: PASSWORD });
  expect(await fate(named(revoked.id), { by: revoked })).toBe('read_just_now');
  await owner.query(`update api_key set created_ms = 1, expires_ms = 2 where id = $1`, [reader.id]);
  expect(await fate(named(reader.id), { by: reader })).toBe('read_just_now');
  expect(await fate(`update api_key set revoked_ms = null where id = ${revoked.id}`)).toBe('api_key_holds');
});

test('rejects a record of a key’s use if its time is not the current time or is before the last use', async () => {
  const door = new pg.Client({ connectionString: world.server.doorUrl });
  await door.connect();
  const used = async (sql: string): Promise<string> => {
    await door.query('begin');
    const said = await door.query(sql).then(
      () => 'written',
      (error: pg.DatabaseError) => error.constraint ?? error.message,
    );
    await door.query('rollback');
    return said;
  };
  const now = 'floor(extract(epoch from clock_timestamp()) * 1000)';
  const noted = (ms: string): string =>
    `insert into api_key_use (book, key_id, used_ms, address) values (${book}, ${key.id}, ${ms}, '::1')
      on conflict (book, key_id) do update set used_ms = excluded.used_ms, address = excluded.address`;
  expect(await used(noted(now))).toBe('written');
  for (const ms of [`${now} + 60000`, `${now} - 60000`, '0'])
    expect(await used(noted(ms))).toBe('api_key_use_now');
  expect(await used(`${noted(now)}; ${noted(`${now} - 1000`)}`)).toBe('api_key_use_now');
  expect(await used('delete from api_key_use')).toMatch(/permission denied/);
  await door.end();
});

test('revokes all keys when a new password is written, even by the door’s role', async () => {
  const door = new pg.Client({ connectionString: world.server.doorUrl });
  await door.connect();
  await door.query(`update customer set password_hash = password_hash || 'x' where id = $1`, [book]);
  await door.end();
  const left = await owner.query('select from api_key where book = $1 and revoked_ms is null', [book]);
  expect(left.rowCount).toBe(0);
});
