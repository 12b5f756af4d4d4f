/**
 * Attacks by a customer with a session and the SQL shell of one serving role: actions in another customer's name, locks that
 * keep the platform from checking, and rows left unprocessed. Each attack is rejected, found by the audit, or useless.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actingAs, showActing } from '@candor/testing/acting-as.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../src/db/pool.ts';
import { breaches, guardedInvariants } from '../src/app/breaches.ts';
import { GuardRound } from '../src/guard/guard.ts';

let server: WholeServer;
let clients: Record<'app' | 'door' | 'tape' | 'owner', pg.Client>;
let token: string;
let own: string;
let other: string;

const BTC = { symbol: 'BTC/USDT' };
const NOW = `floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  const client = (connectionString: string) => new pg.Client({ connectionString });
  clients = {
    ...{ app: client(server.appUrl), door: client(server.doorUrl), owner: client(server.ownerUrl) },
    // Connects as the owner, who for one attack becomes the role that writes the tape.
    tape: client(server.ownerUrl),
  };
  for (const one of Object.values(clients)) await one.connect();
  token = await server.login(0);
  const second = await server.login(1);
  own = (await actingAs(clients.owner, token)).book.toString();
  other = (await actingAs(clients.owner, second)).book.toString();
  const alert = await server.call('POST price_alert', { token: second, fields: { ...BTC, price: '900000' } });
  expect(alert.body.type).toBe('ok');
  const limit = { kind: 'deposit', period: 'day', amount: '5000' };
  const set = await server.call('POST user/limit_set', { token: second, fields: limit });
  expect(set.body.type).toBe('ok');
}, 60_000);
afterAll(async () => {
  for (const one of Object.values(clients)) await one.end();
  await server.stop();
});

/**
 * Returns "written", or the constraint or error that rejected the statements, for a role that holds a session of only one
 * customer. Everything is rolled back.
 */
async function outcomeOf(role: keyof typeof clients, sql: readonly string[]): Promise<string> {
  const at = clients[role];
  await at.query('begin');
  try {
    if (role === 'app') await showActing(at, await actingAs(clients.owner, token));
    if (role === 'tape') await at.query(`set session authorization candor_tape`);
    for (const statement of sql) await at.query(statement);
    await at.query('set constraints all immediate');
    return 'written';
  } catch (error) {
    const { constraint, message } = error as pg.DatabaseError;
    return constraint ?? message;
  } finally {
    await at.query('rollback');
    if (role === 'tape') await at.query('reset session authorization');
  }
}

describe('an attack in another customer’s name', () => {
  const paused = (book: string) => `insert into own_pause (book, id, kind, from_ms, until_ms)
    values (${book}, 990001, 'self_exclusion', ${NOW}, ${NOW} + 400::bigint * 86400000)`;
  const closed = (book: string) =>
    `update account_standing set status = 'closed', closed_ms = ${NOW} where book = ${book}`;
  const alerted = (
    book: string,
  ) => `insert into price_alert (book, id, symbol, direction, price, status, armed_seq, created_ms)
    select ${book}, 990002, h.symbol, 'above', 900001, 'open', h.seq, market_ms() from tape_head h where h.symbol = '${BTC.symbol}'`;

  test('can’t keep a customer from trading, close their account, or create a price alert', async () => {
    for (const story of [paused, closed, alerted]) {
      expect(await outcomeOf('app', [story(other)])).toBe('acts_in_session');
      expect(await outcomeOf('app', [story(own)])).toBe('written');
    }
    expect(await outcomeOf('door', [closed(other)])).toBe('acts_in_session');
  });

  test("can't remove an alert or tighten a limit", async () => {
    const deleted = `update price_alert set status = 'deleted', ended_ms = market_ms() where book = ${other}`;
    expect(await outcomeOf('app', [deleted])).toBe('acts_in_session');
    const tighter = `update own_limit set amount = 1 where book = ${other} and amount is not null`;
    expect(await outcomeOf('app', [tighter])).toBe('acts_in_session');
  });

  test('can’t mark a notification as mailed, except as the role that sends mail', async () => {
    const muted = 'update notice set mailed_ms = 1 where mailed_ms is null';
    expect(await outcomeOf('app', [muted])).toMatch(/permission denied/);
    expect(await outcomeOf('door', [muted])).toBe('written');
  });

  test('can’t release uploaded images that must be kept', async () => {
    for (const role of ['app', 'door'] as const) {
      expect(await outcomeOf(role, ['update stored_file set released = true where attached'])).toBe(
        'file_given_back',
      );
      expect(await outcomeOf(role, ['update stored_file set attached = false where attached'])).toBe(
        'file_given_back',
      );
    }
  });
});

test('rejects a minute of the tape that differs from its entries, whichever role writes it', async () => {
  const minute = `where symbol = '${BTC.symbol}' and minute_ms = (select max(m.minute_ms) from tape_minute m where m.symbol = '${BTC.symbol}')`;
  for (const forged of [
    'ask_low = 1',
    'bid_high = bid_high * 2',
    'first_seq = 1, last_seq = last_seq',
    'close = 7',
  ]) {
    expect(await outcomeOf('tape', [`update tape_minute set ${forged} ${minute}`])).toBe(
      'tape_minute_verified',
    );
  }
});

test('audits the books and seals the ledger whatever locks an attacker holds', async () => {
  await clients.app.query('begin');
  await clients.app.query('select pg_advisory_xact_lock(7305158), pg_advisory_xact_lock(7305144)');
  const pool = createPool(server.guardUrl, { max: 1, auditing: true });
  try {
    await clients.owner.query('update guard_beat set beat_ms = 1');
    const invariants = guardedInvariants.filter(({ quick }) => quick === true);
    const lines: string[] = [];
    await new GuardRound({ pool, invariants, tell: (text) => lines.push(text), now: () => 0 }).run();
    expect(lines).toEqual([]);
    const { rows } = await clients.owner.query<{ beat_ms: string }>('select beat_ms from guard_beat');
    expect(Number(rows[0]?.beat_ms)).toBeGreaterThan(1);
    await clients.owner.query(`set lock_timeout = '1s'`);
    await clients.owner.query('select number from seal_ledger(1000)');
  } finally {
    await clients.app.query('rollback');
    await pool.end();
  }
});

test('reports a firm price whose transaction stayed open until the market had moved', async () => {
  const quote = { from: 'USDT', to: 'BTC', amount: '100' };
  expect((await server.call('POST wallet/flash_quote', { token, fields: quote })).body.type).toBe('ok');
  await clients.app.query('begin');
  await clients.app.query(`update exchange_quote set used = used where book = ${own}`);
  await delay(3_000);
  await clients.app.query('commit');
  await delay(1_200);
  expect((await breaches(clients.owner)).map(({ invariant }) => invariant)).toEqual([
    'L16: time: what was accepted was there for everybody at once',
  ]);
  await clients.owner.query('delete from held_back');
}, 30_000);

test('the audit reports rows that the engine was made to forget, and rows that operators left undecided past their deadline', async () => {
  // The market clock is set a minute forward, so that the test does not wait. The engine has no triggers for these rows.
  await clients.owner
    .query(`insert into price_alert (book, id, symbol, direction, price, status, armed_seq, created_ms)
    values (${own}, 990003, '${BTC.symbol}', 'above', 1, 'open', 1, 0)`);
  await clients.owner.query('alter table experience_credit disable trigger user');
  await clients.owner.query(
    `update experience_credit set granted_ms = 0, expires_ms = 1, due_ms = 1 where book = ${own}`,
  );
  await clients.owner.query(`alter table deposit disable trigger user`);
  await clients.owner
    .query(`insert into deposit (book, id, currency, network, amount, value_usdt, version, placed_day, status, needs_second,
      submitted_ms, deadline_ms, voucher, voucher_digest)
    select ${own}, 990004, 'USDT', 'tron', 100, 100, 1, 1, 'under_review', false, ${NOW} - 90000000, ${NOW} - 3600000, f.id, f.digest
    from stored_file f limit 1`);
  await clients.owner.query('alter table clock disable trigger user');
  await clients.owner.query('update clock set base_market_ms = base_market_ms + 120000');
  const found = (await breaches(clients.owner)).map(({ invariant, detail }) => `${invariant}: ${detail}`);
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringContaining(`what waited for a time was done when that had come: credit`),
      expect.stringContaining(`whoever waits for a price was told when it was reached: alert 990003`),
      expect.stringContaining(`decided by the time that their customers were told: deposit 990004`),
    ]),
  );
}, 30_000);
