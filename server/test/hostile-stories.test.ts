/**
 * Attacks by a customer with a session and the SQL shell of the role that executes commands. Each attack consists of several
 * statements that look legitimate, and would create money or take it from others. Each is rejected, or found by the audit.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actingAs, showActing } from '@candor/testing/acting-as.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { breaches } from '../src/app/breaches.ts';

let server: WholeServer;
let serving: pg.Client;
let owner: pg.Client;
let token: string;
let book: string;

const BTC = { symbol: 'BTC/USDT' };

async function done(name: string, fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { body } = await server.call(name, { token, fields });
  if (body.type !== 'ok') throw new Error(`expected ${name} to succeed, got ${JSON.stringify(body)}`);
  return body.message as Record<string, unknown>;
}

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  token = await server.login(0);
  serving = new pg.Client({ connectionString: server.appUrl });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await serving.connect();
  await owner.connect();
  book = (await actingAs(owner, token)).book.toString();
  for (const to of ['contract', 'option']) {
    await done('POST wallet/transfer', { currency: 'USDT', from: 'spot', to, amount: '5000' });
  }
  await done('POST microtrade/submit', { ...BTC, side: 'up', seconds: 30, stake: '10', currency: 'USDT' });
}, 60_000);
afterAll(async () => {
  await Promise.all([serving.end(), owner.end()]);
  await server.stop();
});

/** Returns "written", or the constraint that rejected the statements. The statements are rolled back unless `stays` is set. */
async function outcomeOf(
  sql: readonly string[],
  options: { heldMs?: number; stays?: boolean } = {},
): Promise<string> {
  await serving.query('begin');
  try {
    await showActing(serving, await actingAs(owner, token));
    for (const statement of sql) await serving.query(statement);
    await serving.query('set constraints all immediate');
    if (options.heldMs !== undefined) await delay(options.heldMs);
    await serving.query(options.stays === true ? 'commit' : 'rollback');
    return 'written';
  } catch (error) {
    await serving.query('rollback');
    const { constraint, message } = error as pg.DatabaseError;
    return constraint ?? message;
  }
}

/** Returns a journal with the book's next number, either a copy of `like` or with the given values. */
const journal = (kind: string, ref: string, lines: readonly [string, string][]) =>
  `with turn as (update book set seq = seq + 1 where id = ${book} returning seq)
    insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
    select ${book}, seq, '${kind}', '${ref}', market_ms(), 0, '{${lines.map(([account]) => account).join(',')}}',
      '{${lines.map(() => 'USDT').join(',')}}', '{${lines.map(([, amount]) => amount).join(',')}}' from turn`;

/** Returns a ticket as the server would write it now, except for the given values. */
const ticket = (id: number, change: Readonly<Record<string, string>> = {}) => {
  const values: Record<string, string> = {
    ...{ id: `${id}`, status: `'open'`, reason: 'null', strike: 'null', strike_ms: 'null', settle: 'null' },
    ...{ strike_seq: 'null', struck_from_ms: 'null' },
    ...{ settle_seq: 'null', settled_ms: 'null', pnl: '0', ended_day: 'null', accepted_ms: 'market_ms()' },
    accepted_wall_ms: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
    accepted_seq: `(select h.seq from tape_head h where h.symbol = '${BTC.symbol}')`,
    expires_ms: '(market_ms() / 1000 + t.seconds) * 1000',
    ...change,
  };
  const pairs = Object.entries(values).map(([column, value]) => `'${column}', ${value}`);
  return [
    `insert into option_ticket select (jsonb_populate_record(t, jsonb_build_object(${pairs.join(', ')}))).*
      from option_ticket t where t.book = ${book} order by t.id limit 1`,
    journal('option_stake', `option:${id}`, [
      ['option', '-10'],
      ['trading', '-8'],
      ['option_escrow', '18'],
    ]),
  ];
};

describe('credit', () => {
  test('is returned as credit when an order is cancelled', async () => {
    const { id } = await done('POST lever/submit', {
      ...{
        ...BTC,
        side: 'long',
        type: 'limit',
        price: '1000',
        quantity: '0.05',
        leverage: 10,
        collateral: 'promo',
      },
    });
    const { rows } = await owner.query<{ margin: string }>('select margin from position where id = $1', [id]);
    const margin = rows[0]?.margin as string;
    const cancelled = `update position p set status = 'cancelled', reason = 'customer', margin = 0, closed_ms = market_ms(),
      updated_ms = market_ms(), ended_seq = h.seq, cancel_ms = market_ms(), cancel_seq = h.seq, cancel_age_ms = h.fill_age_ms
      from tape_head h where h.symbol = '${BTC.symbol}' and p.id = ${String(id)}`;
    const released = (to: string) => [
      cancelled,
      journal('contract_release', `position:${String(id)}`, [
        ['promo_frozen', `-${margin}`],
        [to, margin],
      ]),
    ];
    expect(await outcomeOf(released('promo'))).toBe('written');
    expect(await outcomeOf(released('contract'))).toBe('credit_stays_credit');
  });
});

describe('a ticket written by SQL', () => {
  test('is accepted if it equals a ticket that the server would write', async () => {
    expect(await outcomeOf(ticket(900_001))).toBe('written');
  });

  test('is accepted only on current terms, not on future ones', async () => {
    const later = '(extract(epoch from clock_timestamp()) * 1000)::bigint + 604800000';
    expect(await outcomeOf(ticket(900_002, { accepted_wall_ms: later }))).toBe('option_ticket_of_now');
  });

  test('is reported if its transaction stays open until the outcome is known', async () => {
    expect(await breaches(owner)).toEqual([]);
    const story = ['set transaction_timeout = 0', 'select running_feed()', ...ticket(900_003)];
    const held = outcomeOf(story, { heldMs: 3_000, stays: true });
    // The open transaction does not keep the market's leader from sending heartbeats either.
    await delay(2_500);
    const { rows } = await owner.query(
      `select clock_timestamp() - beat < interval '2 seconds' as beats from leader where role = 'market'`,
    );
    expect(rows).toEqual([{ beats: true }]);
    expect(await held).toBe('written');
    await delay(1_200);
    const found = await breaches(owner);
    expect(found.map(({ invariant }) => invariant)).toEqual([
      'L16: time: what was accepted was there for everybody at once',
    ]);
  }, 30_000);
});

test("rejects using up the journal numbers of another customer's book", async () => {
  const { rows } = await owner.query<{ id: string }>(
    `select id from book where id <> ${book} and id > 0 order by id limit 1`,
  );
  const other = rows[0]?.id as string;
  const set = (seq: string) => outcomeOf([`update book set seq = ${seq} where id = ${other}`]);
  expect(await set('9223372036854775807')).toBe('book_counts_on');
  expect(await set('seq - 1')).toBe('book_counts_on');
  expect(await set('seq + 1')).toBe('written');
});

test('the audit reports a ticket that the engine was made to forget', async () => {
  const bought = { ...BTC, side: 'down', seconds: 30, stake: '10', currency: 'USDT' };
  const { id } = await done('POST microtrade/submit', bought);
  const forgotten = (part: string) =>
    `insert into engine_inbox (book, symbol, kind, row_id, version, condition, level, armed_seq)
      values (${book}, '${BTC.symbol}', 'option_${part}', ${String(id)}, 1, 'clock_at_or_after', null, 1)`;
  expect(await outcomeOf([forgotten('expiry')], { stays: true })).toBe('written');
  await delay(33_000);
  const { rows } = await owner.query('select status from option_ticket where id = $1', [id]);
  expect(rows).toEqual([{ status: 'open' }]);
  // Sets the market clock forward by two minutes, so that the test does not wait.
  await owner.query('alter table clock disable trigger user');
  await owner.query('update clock set base_market_ms = base_market_ms + 120000');
  const { rows: left } = await owner.query<{ told: string }>('select told from left_unfired()');
  expect(left).toContainEqual({ told: `ticket ${String(id)} of book ${book} is over and did not end` });
}, 60_000);

test('rejects moving a fraction of a unit between the slots of a house account', async () => {
  const draw = (needed: string) =>
    outcomeOf([
      `select open_house_balances('{equity}', '{USDT}', 14::smallint)`,
      `select draw_to_slot('equity', 'USDT', 14::smallint, ${needed})`,
    ]);
  for (const needed of ['0.000000005', '12.345678901', `'NaN'`, `'Infinity'`, 'null']) {
    expect([needed, await draw(needed)]).toEqual([needed, 'house_balance_exact']);
  }
  expect(await draw('12.34567890')).toBe('written');
});
