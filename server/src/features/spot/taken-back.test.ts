/**
 * Cancelling an order in an external market: a quote made before the request still fills the order, and the first quote made
 * after the request cancels it, whichever is processed first. The same holds for plain SQL by the serving role.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { journal } from '@candor/domain/ledger/journal.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { FUNDING, allowBareJournals } from '@candor/testing/bare-journals.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { breaches } from '../../app/breaches.ts';
import { command } from '../../commands/command.ts';
import { openHouse } from '../../commands/testing/house.ts';
import type { House } from '../../commands/testing/house.ts';
import { fateOf } from '../../positions/testing/fate.ts';
import { entryAt, listed } from '../../positions/testing/world.ts';
import { instruments } from '../../quotes/catalogue.ts';
import { cancelOrder, cancelOrders, fireCancel, fireOrder, placeOrder } from './commands.ts';

const BTC = 'BTC/USDT';
let database: TestDatabase;
let house: House;
let book: bigint;
let keys = 0;
let seq = 0n;

const fund = command({
  name: 'test.fund',
  gather: (_: Record<string, never>) => ({ balances: [['spot', 'USDT']], house: [['equity', 'USDT']] }),
  decide: () =>
    ok({
      answer: {},
      journals: [
        journal('demo_grant', 'test:grant', [
          { account: 'equity', currency: 'USDT', amount: -amount('100000') },
          { account: 'spot', currency: 'USDT', amount: amount('100000') },
        ]),
      ],
    }),
});

beforeAll(async () => {
  database = await freshDatabase();
  await allowBareJournals(database, FUNDING);
  house = await openHouse(database);
  book = (await house.customers(1))[0] as bigint;
  await house.owner(
    `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language, registered_ms)
      values ($1, 'c', 'c', 'c', 'c', '', '1990-01-01', 0, 'en', 0)`,
    [book.toString()],
  );
  await house.run(fund, {}, at());
});
beforeEach(() => quoted('20000'));
afterAll(async () => {
  expect(await breaches(house.pool)).toEqual([]);
  await house.close();
  await database.drop();
});

const at = () => ({ book, key: `key ${(keys += 1)}` });

async function nowMs(): Promise<number> {
  const [clock] = await house.owner<{ now: string }>('select market_now_ms() as now');
  return Number(clock?.now);
}

/** Writes a quote that is made now or at the given time. By default, no quote in this market is fresh. */
async function quoted(
  price: string,
  { madeMs, fillAgeMs = 0 }: { madeMs?: number; fillAgeMs?: number } = {},
) {
  seq += 1n;
  const timeMs = await nowMs();
  const made = entryAt({ bid: price, ask: price, seq, timeMs });
  const entry = { ...made, symbol: BTC, feedTimeMs: madeMs ?? timeMs };
  await house.lay(entry);
  await house.setHead(BTC, { seq, bid: entry.bid, ask: entry.ask, timeMs, fillAgeMs });
  return entry;
}
type Entry = Awaited<ReturnType<typeof quoted>>;

async function rests(): Promise<bigint> {
  const bounds = { amount: undefined, worstPrice: undefined, feeRateShown: undefined };
  const done = await house.run(
    placeOrder,
    {
      ...{
        instrument: listed(BTC),
        termsAt: (one: ReturnType<typeof listed>) => one,
        side: 'buy',
        ...bounds,
      },
      ...{ type: 'limit', quantity: amount('0.01'), price: amount('19000'), jurisdictions: 'demo' },
    },
    at(),
  );
  if (!done.ok) throw new Error(JSON.stringify(done));
  return BigInt(done.value.id);
}

const cancel = (id: bigint) => house.run(cancelOrder, { id }, at());
/** Places an order and requests its cancellation. Returns a time between the two, at which a late quote can be made. */
async function restsAndIsAsked(): Promise<{ id: bigint; madeMs: number }> {
  const id = await rests();
  await delay(20);
  const madeMs = await nowMs();
  await delay(20);
  await cancel(id);
  return { id, madeMs };
}
const limitFires = (id: bigint, entry: Entry) =>
  house.run(
    fireOrder,
    { id, version: 1, instruments, entry, jurisdictions: 'demo' },
    { ...at(), urgent: true },
  );
const cancelFires = (id: bigint, entry: Entry) =>
  house.run(fireCancel, { id, entry }, { ...at(), urgent: true });

async function rowOf(id: bigint) {
  const [row] = await house.owner<{ status: string; reason: string | null; asked: boolean; held: string }>(
    `select status, reason, cancel_ms is not null as asked, trim_scale(held)::text as held from spot_order where id = $1`,
    [id.toString()],
  );
  return row;
}
const armings = (id: bigint) =>
  house.owner(
    `select kind, condition, armed_seq::int as armed, since_ms is not null as since from engine_inbox
      where row_id = $1 and kind = 'spot_cancel'`,
    [id.toString()],
  );

const ASKED = { status: 'open', reason: null, asked: true, held: '190.19' };
const ENDED = { status: 'cancelled', reason: 'customer', asked: true, held: '0' };
const FILLED = { status: 'filled', reason: null, asked: true, held: '0' };
const DONE = { ok: true, value: { fired: true } };
const LEFT_ALONE = { ok: true, value: { fired: false } };

test('the audit reports a resting order that holds too little', async () => {
  const id = await rests();
  const priced = (price: string) =>
    house.owner(
      `begin; alter table spot_order disable trigger user; update spot_order set price = ${price} where id = ${id};
        alter table spot_order enable trigger user; commit`,
    );
  await priced('19001');
  expect((await breaches(house.pool)).map(({ detail }) => detail)).toEqual([
    `order ${id} of book ${book} holds 190.19000000`,
  ]);
  await priced('19000');
  await quoted('20000', { fillAgeMs: 60_000 });
  await cancel(id);
});

test('makes a cancellation wait for the first quote made after the request, and records only the first request', async () => {
  const id = await rests();
  expect(await cancel(id)).toEqual({ ok: true, value: { id: id.toString(), status: 'open' } });
  expect(await rowOf(id)).toEqual(ASKED);
  expect(await armings(id)).toEqual([
    { kind: 'spot_cancel', condition: 'time_at_or_after', armed: Number(seq), since: true },
  ]);
  expect(await cancel(id)).toMatchObject({ ok: true, value: { status: 'open' } });
  expect(await house.run(cancelOrders, { symbol: BTC }, at())).toMatchObject({
    ok: true,
    value: [{ id: id.toString(), status: 'open' }],
  });
  expect(await armings(id)).toHaveLength(1);
  expect(await cancelFires(id, await quoted('20000'))).toEqual(DONE);
  expect(await rowOf(id)).toEqual(ENDED);
});

test('fills an order with a quote made before the cancellation request that arrives after it', async () => {
  const { id, madeMs } = await restsAndIsAsked();
  const late = await quoted('18990', { madeMs });
  await expect(cancelFires(id, late)).rejects.toThrow('does not cancel');
  const since = await quoted('20000');
  // The cancellation must wait until earlier quotes are processed.
  expect(await cancelFires(id, since)).toMatchObject({ ok: false, refusal: { code: 'busy' } });
  expect(await limitFires(id, late)).toEqual(DONE);
  expect(await rowOf(id)).toEqual(FILLED);
  expect(await cancelFires(id, since)).toEqual(LEFT_ALONE);
  expect(await cancel(id)).toMatchObject({ ok: false, refusal: { code: 'order_not_cancellable' } });
  // With a request backdated by a minute, the audit reports the fill.
  await asIfAsked(id, 61_000);
  expect((await breaches(house.pool)).map(({ invariant }) => invariant)).toContainEqual(
    expect.stringContaining('filled although it was to be taken back'),
  );
  await asIfAsked(id, -61_000);
});

test('cancels an order at a quote made after the cancellation request, whichever trigger fires first', async () => {
  for (const first of ['limit', 'cancelling']) {
    const id = await rests();
    await cancel(id);
    const since = await quoted('18990');
    if (first === 'limit') {
      expect(await limitFires(id, since)).toEqual(LEFT_ALONE);
      expect(await rowOf(id)).toEqual(ASKED);
    }
    expect(await cancelFires(id, since)).toEqual(DONE);
    expect(await rowOf(id)).toEqual(ENDED);
    expect(await limitFires(id, since)).toEqual(LEFT_ALONE);
    await quoted('20000');
  }
});

test('cancels immediately if the newest entry is fresh', async () => {
  const id = await rests();
  await quoted('20000', { fillAgeMs: 60_000 });
  expect(await cancel(id)).toMatchObject({ ok: true, value: { status: 'cancelled' } });
  expect(await rowOf(id)).toEqual(ENDED);
});

test('cancels immediately on a second request if no quote was made within a minute of the first', async () => {
  const id = await rests();
  await cancel(id);
  await asIfAsked(id, 59_000);
  expect(await cancel(id)).toMatchObject({ ok: true, value: { status: 'open' } });
  await asIfAsked(id, 2_000);
  expect(await cancel(id)).toMatchObject({ ok: true, value: { status: 'cancelled' } });
  expect(await rowOf(id)).toEqual(ENDED);
  // Undoes the backdating, for the audit.
  await asIfAsked(id, -61_000);
});

test('fills no order with a quote that arrives more than a minute after the cancellation request', async () => {
  const { id, madeMs } = await restsAndIsAsked();
  await asIfAsked(id, 61_000, ['created_ms']);
  const late = await quoted('18990', { madeMs: madeMs - 61_000 });
  expect(await limitFires(id, late)).toEqual(LEFT_ALONE);
  expect(
    await fateOf(house.pool, [
      `update spot_order set status = 'filled', filled_quantity = quantity, held = 0, updated_ms = market_ms() where id = ${id}`,
      `insert into spot_fill (book, order_id, leg, symbol, side, quantity, price, value, fee, tape_seq, journal_seq, time_ms, fee_rate)
        select o.book, o.id, 1, o.symbol, o.side, o.quantity, 18990, 189.9, ceil(189.9 * o.fee_rate * 100000000) / 100000000, ${late.seq}, 1,
          market_ms(), o.fee_rate from spot_order o where o.id = ${id}`,
    ]),
  ).toBe('spot_fill_in_time');
  expect(await cancel(id)).toMatchObject({ ok: true, value: { status: 'cancelled' } });
  expect(await rowOf(id)).toEqual(ENDED);
  expect((await breaches(house.pool)).map(({ invariant }) => invariant)).not.toContainEqual(
    expect.stringContaining('no entry had reached before'),
  );
  await asIfAsked(id, -61_000, ['created_ms']);
});

test('cancels on a repeated request if the cancellation’s trigger was lost, which the audit reports', async () => {
  const id = await rests();
  await cancel(id);
  await quoted('20000');
  expect(await cancel(id)).toMatchObject({ ok: true, value: { status: 'open' } });
  await house.owner('update clock set base_market_ms = base_market_ms + 120000');
  expect(await house.owner('select told from left_unfired()')).toEqual([
    { told: `spot order ${id} of book ${book} is asked to be cancelled, and its entry has come` },
  ]);
  await quoted('20000');
  expect(await cancel(id)).toMatchObject({ ok: true, value: { status: 'cancelled' } });
  expect(await rowOf(id)).toEqual(ENDED);
});

test('makes a cancellation wait if the newest entry is fresh but not a quote', async () => {
  const id = await rests();
  seq += 1n;
  const halted = `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash, gap, cause, reason)
      select symbol, ${seq}, market_ms(), market_ms(), bid, ask, last, 0, sha256(''), true, 'halt', 'ended' from tape_head where symbol = '${BTC}';
    update tape_head h set seq = t.seq, time_ms = t.time_ms, feed_time_ms = t.feed_time_ms, halted = true, fill_age_ms = 60000,
      quoted_seq = h.seq, quoted_ms = h.time_ms from tape t where h.symbol = '${BTC}' and t.symbol = h.symbol and t.seq = ${seq}`;
  await house.owner(halted);
  expect(await cancel(id)).toMatchObject({ ok: true, value: { status: 'open' } });
  await house.owner(
    `update tape_head set halted = false, quoted_seq = null, quoted_ms = null where symbol = '${BTC}'`,
  );
  expect(await cancelFires(id, await quoted('20000'))).toEqual(DONE);
});

/** Backdates the request, and the order's columns in `also`, as if market time had passed without a quote. */
async function asIfAsked(id: bigint, agoMs: number, also: readonly string[] = []): Promise<void> {
  const moved = ['cancel_ms', ...also].map((column) => `${column} = ${column} - ${agoMs}`).join(', ');
  await house.owner(
    `begin; alter table spot_order disable trigger user;
      update spot_order set ${moved}, updated_ms = greatest(updated_ms, updated_ms - ${agoMs}) where id = ${id};
      alter table spot_order enable trigger user; commit`,
  );
}

describe('the database, when the serving role sends plain SQL,', () => {
  const NEWEST = `(select max(seq) from tape where symbol = '${BTC}')`;
  const asks = (ms = 'market_ms()', of = NEWEST, ageMs = '0') =>
    `cancel_ms = ${ms}, cancel_seq = ${of}, cancel_age_ms = ${ageMs}`;
  const ends = (of = NEWEST) =>
    `status = 'cancelled', reason = 'customer', held = 0, version = version + 1, ended_seq = ${of}`;
  const fate = (id: bigint, sql: string) =>
    fateOf(house.pool, [`update spot_order set ${sql} where id = ${id}`]);

  test.each([
    ['executed without a fresh entry', `${ends()}, ${asks()}`, 'spot_order_cancel_asked'],
    [
      'executed with a false maximum age of the newest entry',
      `${ends()}, ${asks('market_ms()', NEWEST, '60000')}`,
      'spot_order_cancel_asked',
    ],
    ['executed without a request', ends(), 'spot_order_ended_at'],
    ['requested a minute ago', asks('market_ms() - 60001'), 'spot_order_cancel_asked'],
    ['requested two seconds ago', asks('market_ms() - 2000'), 'read_just_now'],
    ['requested in a minute', asks('market_ms() + 60000'), 'spot_order_cancel_asked'],
    [
      'requested at an entry that doesn’t exist',
      asks('market_ms()', `${NEWEST} + 1`),
      'spot_order_cancel_asked',
    ],
    ['requested without an entry', 'cancel_ms = market_ms()', 'spot_order_cancel'],
    ['requested now at the newest entry', asks(), 'written'],
  ])('accepts a cancellation only as a request that waits for its entry: %s', async (_, sql, outcome) => {
    await quoted('20000');
    expect(await fate(await rests(), sql)).toBe(outcome);
  });

  test('rejects a waiting cancellation that could take effect immediately', async () => {
    const id = await rests();
    await quoted('20000', { fillAgeMs: 60_000 });
    expect(await fate(id, asks('market_ms()', NEWEST, '60000'))).toBe('spot_order_cancel_asked');
  });

  test('rejects a change to a cancellation request, and a cancellation at any entry but the first made after the request', async () => {
    const { id, madeMs } = await restsAndIsAsked();
    expect(await fate(id, asks())).toBe('spot_order_acceptance');
    expect(await fate(id, 'cancel_ms = null, cancel_seq = null, cancel_age_ms = null')).toBe(
      'spot_order_acceptance',
    );
    expect(await fate(id, ends())).toBe('spot_order_ended_at');
    await quoted('20000', { madeMs });
    expect(await fate(id, ends())).toBe('spot_order_ended_at');
    await quoted('20000');
    await quoted('18990');
    expect(await fate(id, ends(`${NEWEST} - 2`))).toBe('spot_order_ended_at');
    expect(await fate(id, ends())).toBe('reached_first');
    // A refusal at the newest entry would be too late, because the cancellation took effect at an earlier one.
    expect(await fate(id, ends().replace('customer', 'account_frozen'))).toBe('spot_order_ended_at');
    expect(await fate(id, ends(`${NEWEST} - 1`))).toBe('written');
  });

  test('rejects a cancellation that skips an entry that reached the order before the request', async () => {
    const { id, madeMs } = await restsAndIsAsked();
    const late = await quoted('18990', { madeMs });
    await quoted('20000');
    expect(await fate(id, ends())).toBe('reached_first');
    expect(await limitFires(id, late)).toEqual(DONE);
  });

  test('rejects a later fill of an order that was written as immediately filled', async () => {
    const id = await rests();
    // The database writes no filled order without its fill, not even for its owner.
    await house.owner(
      `begin; set local session_replication_role = replica;
        insert into spot_order select (jsonb_populate_record(null::spot_order, to_jsonb(o) || jsonb_build_object('id', o.id + 2000000, 'version', 1,
          'created_ms', market_ms(), 'updated_ms', market_ms(), 'status', 'filled', 'filled_quantity', o.quantity, 'held', 0))).*
          from spot_order o where o.id = ${id}; commit`,
    );
    const began = id + 2_000_000n;
    const reached = await quoted('18990');
    expect(
      await fateOf(house.pool, [
        `insert into spot_fill (book, order_id, leg, symbol, side, quantity, price, value, fee, tape_seq, journal_seq, time_ms, fee_rate)
          select o.book, o.id, 1, o.symbol, o.side, o.quantity, 18990, 189.9, ceil(189.9 * o.fee_rate * 100000000) / 100000000, ${reached.seq},
            1, market_ms(), o.fee_rate from spot_order o where o.id = ${began}`,
      ]),
    ).toBe('spot_fill_in_time');
    await house.owner(
      `begin; set local session_replication_role = replica; delete from spot_order where id = ${began}; commit`,
    );
  });

  test('rejects a new order with a cancellation request', async () => {
    const id = await rests();
    const copy = `insert into spot_order select (jsonb_populate_record(null::spot_order, to_jsonb(o) || jsonb_build_object('id', o.id + 1000000,
      'created_ms', market_ms(), 'cancel_ms', market_ms(), 'cancel_seq', o.armed_seq, 'cancel_age_ms', 0))).* from spot_order o where o.id = $1`;
    expect(await fateOf(house.pool, [copy], { values: [id] })).toBe('spot_order_in_time');
    expect(
      await fateOf(house.pool, [copy.replace(/'cancel_ms'.*'cancel_age_ms', 0/, `'version', 1`)], {
        values: [id],
      }),
    ).toBe('written');
  });
});
