/**
 * An action on a customer's behalf requires a session of the customer. A process that can run the executor's SQL but has no
 * session token can send the same statements as the server, but the database must reject them.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actingAs, showActing } from '@candor/testing/acting-as.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { breaches } from '../app/breaches.ts';

let server: WholeServer;
let serving: pg.Client;
let owner: pg.Client;
let tokens: readonly [string, string];
let books: readonly [string, string];

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  tokens = [await server.login(0), await server.login(1)];
  serving = new pg.Client({ connectionString: server.appUrl });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await serving.connect();
  await owner.connect();
  const found = await owner.query<{ id: string }>('select id from customer order by id limit 2');
  books = found.rows.map(({ id }) => id) as unknown as [string, string];
  await done('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '5000' });
  await done('POST lever/submit', { ...BTC, side: 'long', type: 'market', quantity: '0.02', leverage: 10 });
  await done('POST coin/trade', { ...BTC, side: 'buy', type: 'limit', quantity: '0.01', price: '1000' });
}, 60_000);
afterAll(async () => {
  await Promise.all([serving.end(), owner.end()]);
  await server.stop();
});

const BTC = { symbol: 'BTC/USDT' };

async function done(name: string, fields: Record<string, unknown>): Promise<void> {
  const { body } = await server.call(name, { token: tokens[0], fields });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
}

type Shown = { readonly whose: 0 | 1; readonly by: 0 | 1 };

/**
 * Returns "written", "nothing" if no row matched, or the constraint that rejected the rows. The transaction is always rolled
 * back.
 */
async function fate(sql: string, shown?: Shown): Promise<string> {
  await serving.query('begin');
  try {
    if (shown !== undefined) {
      const acting = await actingAs(owner, tokens[shown.by]);
      await showActing(serving, { ...acting, book: BigInt(books[shown.whose]) });
    }
    const { rowCount } = await serving.query(sql);
    return rowCount === 0 ? 'nothing' : 'written';
  } catch (error) {
    const { constraint, message } = error as pg.DatabaseError;
    return constraint ?? message;
  } finally {
    await serving.query('rollback');
  }
}

const mine = { whose: 0, by: 0 } as const;
const again = `insert into transfer select (jsonb_populate_record(t, jsonb_build_object('id', 900003))).* from transfer t`;
const cancelled = `update spot_order set status = 'cancelled', reason = 'customer', version = version + 1, held = 0 where status = 'open'`;
const moved = `update position set stop_price = 1000, stop_kind = 'loss' where status = 'open'`;
const changed = `change_ms = market_ms(), change_seq = h.seq, change_age_ms = h.fill_age_ms`;
const changing = `update position p set ${changed}, change_waits = '{"margin": "0"}' from tape_head h
  where h.symbol = p.symbol and p.status = 'open'`;
const asked = `update position p set asked_ms = market_ms(), closing_quantity = p.open_quantity,
  asked_seq = (select h.seq from tape_head h where h.symbol = p.symbol) where p.status = 'open'`;
const copied = `insert into spot_order select (jsonb_populate_record(o, jsonb_build_object('id', 900002))).* from spot_order o where o.status = 'open'`;

describe('without a session of the customer', () => {
  test.each([
    ['cancelling an order', () => cancelled],
    ['moving a level', () => moved],
    ['requesting to move a level', () => changing],
    ['requesting to close', () => asked],
    ['placing an order', () => copied],
    ['a transfer', () => again],
  ])('rejects %s', async (_, sql) => {
    expect(await fate(sql())).toBe('acts_in_session');
    expect(await fate(sql(), { whose: 1, by: 1 })).toBe('acts_in_session');
    expect(await fate(sql(), { whose: 0, by: 1 })).toBe('acts_in_session');
  });

  test('rejects arming an existing level at a later entry or a later time', async () => {
    const { rows } = await owner.query<{ id: string }>(`select id from position where status = 'open'`);
    await done('POST lever/setstop', { id: rows[0]?.id, stop_loss: '1000', trailing: '5000' });
    for (const part of ['stop', 'trail']) {
      const anew = `update position p set armed = jsonb_set(armed, '{${part}}', jsonb_build_array(
          (armed #> '{${part},0}')::int + 1, h.seq::text, market_ms()::bigint + 500)), ${changed}
        from tape_head h where h.symbol = p.symbol and p.status = 'open'`;
      expect(await fate(anew)).toBe('acts_in_session');
      expect(await fate(anew, mine)).toBe('written');
    }
  });

  test('rejects a journal of kind start_over that moves a customer’s money', async () => {
    const sql = `with turn as (update book set seq = seq + 1 where id = ${books[0]} returning id, seq)
      insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
      select id, seq, 'start_over', 'customer:' || id, market_ms(), 0, '{spot,equity}', '{USDT,USDT}', '{-1,1}' from turn`;
    expect(await fate(`${sql}; set constraints check_due_run immediate`)).toBe('acts_in_session');
  });
});

describe('with a session of the customer', () => {
  test('lets other guards decide what the session may do', async () => {
    expect(await fate(again, mine)).not.toBe('acts_in_session');
    expect(await fate(cancelled, mine)).not.toBe('acts_in_session');
    expect(await fate(moved, mine)).not.toBe('acts_in_session');
    expect(await fate(changing, mine)).not.toBe('acts_in_session');
  });

  test('rejects an action by a session that has ended', async () => {
    await owner.query('begin');
    await owner.query('update session set revoked_ms = 1 where customer = $1', [books[0]]);
    await owner.query('commit');
    expect(await fate(cancelled, mine)).toBe('acts_in_session');
    await owner.query('update session set revoked_ms = null where customer = $1', [books[0]]);
  });
});

test('rejects an acting-session record that was forged or copied from another transaction', async () => {
  await serving.query('begin');
  await showActing(serving, await actingAs(owner, tokens[0]));
  const shown = await serving.query<{ setting: string }>(
    `select current_setting('candor.acting') as setting`,
  );
  const setting = shown.rows[0]?.setting as string;
  await serving.query('rollback');
  expect(setting.split(';')[0]).toBe(books[0]);
  const set = (value: string) => `select set_config('candor.acting', '${value}', true)`;
  for (const value of [setting, books[0], `${books[0]};`, `${books[0]};${'0'.repeat(64)}`]) {
    await serving.query('begin');
    await serving.query(set(value));
    const refused = await serving.query(cancelled).then(
      () => 'written',
      (error: pg.DatabaseError) => error.constraint,
    );
    await serving.query('rollback');
    expect(refused).toBe('acts_in_session');
  }
  for (const sql of ['select * from acting_secret', 'select acting_now()', `select acting_code('1')`]) {
    await expect(serving.query(sql)).rejects.toThrow('permission denied');
  }
});

test('accepts the actions that customers take in their sessions', async () => {
  await done('POST order/cancel_all', {});
  await done('POST lever/dealall', {});
  await done('POST wallet/transfer', { currency: 'USDT', from: 'contract', to: 'spot', amount: '1' });
  expect(await breaches(owner as never)).toEqual([]);
});
