/**
 * Orders with a stop and orders that expire, through the executor and the database. Each order fills at the first entry that
 * reaches its level. Plain SQL by the serving role cannot fill, skip, trigger or expire an order at any other entry.
 */
import { describe, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { fateOf } from '../../positions/testing/fate.ts';
import { entryAt } from '../../positions/testing/world.ts';
import { cancelOrder, fireCancel, fireExpiry, placeOrder } from './commands.ts';
import { BTC, restingWorld } from './testing/resting-world.ts';

const world = restingWorld();
const { at, nowMs, quoted, asked, rests, fires } = world;
type Entry = Awaited<ReturnType<typeof world.quoted>>;

const expires = (id: bigint, entry: Entry) =>
  world.house.run(fireExpiry, { id, version: 1, entry }, { ...at(), urgent: true });

async function fateAt(id: bigint) {
  const [row] = await world.house.owner<{ fate: string }>(
    `select concat_ws(' ', o.status, o.reason, 'v' || o.version, trim_scale(o.held), 'at ' || trim_scale(f.price), f.tape_seq - $2) as fate
      from spot_order o left join spot_fill f on f.book = o.book and f.order_id = o.id where o.id = $1`,
    [id.toString(), world.seq.toString()],
  );
  return row?.fate;
}

const STOP = { type: 'stop', stopPrice: amount('19000') } as const;
const BUY_STOP = { side: 'buy', type: 'stop', stopPrice: amount('21000') } as const;
const STOP_LIMIT = { type: 'stop_limit', stopPrice: amount('19000'), price: amount('18900') } as const;
const OCO = { type: 'oco', stopPrice: amount('19000'), price: amount('21000') } as const;
const BUY_OCO = { side: 'buy', type: 'oco', stopPrice: amount('21000'), price: amount('19000') } as const;
const LIMIT = { type: 'limit', price: amount('21000') } as const;

test.each([
  ['fills a stop sale at the entry that reached it', STOP, '18990', 'filled v1 0 at 18990 0'],
  [
    'fills a stop purchase, which freezes more if the price jumps',
    BUY_STOP,
    '21500',
    'filled v1 0 at 21500 0',
  ],
  ['fills a stop-limit whose limit the entry allows', STOP_LIMIT, '18950', 'filled v1 0 at 18950 0'],
  [
    'turns a stop-limit into an open limit order if the entry misses its limit',
    STOP_LIMIT,
    '18800',
    'open v2 0.01',
  ],
  ['fills an OCO sale at its limit', OCO, '21010', 'filled v1 0 at 21010 0'],
  ['fills an OCO sale at its stop', OCO, '18500', 'filled v1 0 at 18500 0'],
  ['fills an OCO purchase at its limit', BUY_OCO, '18990', 'filled v1 0 at 18990 0'],
  ['fills an OCO purchase at its stop', BUY_OCO, '21010', 'filled v1 0 at 21010 0'],
])('%s', async (_, order, price, outcome) => {
  const id = await rests(order);
  await expect(fires(id, await quoted('20000'))).rejects.toThrow('does not reach');
  const entry = await quoted(price);
  const { status } = { status: outcome.split(' ')[0] };
  expect(await fires(id, entry)).toEqual({ ok: true, value: { fired: status === 'filled' } });
  expect(await fateAt(id)).toBe(outcome);
  if (status === 'open') {
    await quoted('18850');
    await fires(id, await quoted('18900'), 2);
    expect(await fateAt(id)).toBe('filled v2 0 at 18900 0');
  }
});

test('closes a stop purchase unfilled if the customer can no longer pay for it', async () => {
  const id = await rests({ ...BUY_STOP, quantity: amount('40') });
  await fires(id, await quoted('30000'));
  expect(await fateAt(id)).toBe('cancelled balance_insufficient v2 0');
});

test('expires an order at its expiry, and does not fill it afterwards', async () => {
  const expiresMs = (await nowMs()) + 1100;
  const id = await rests({ ...OCO, timeInForce: 'GTD', expiresMs });
  await expect(expires(id, await quoted('20000'))).rejects.toThrow('has not expired');
  await expect.poll(nowMs, { interval: 50, timeout: 5000 }).toBeGreaterThanOrEqual(expiresMs);
  const entry = await quoted('21500');
  expect(await fires(id, entry)).toEqual({ ok: true, value: { fired: false } });
  expect(await expires(id, entry)).toEqual({ ok: true, value: { fired: true } });
  expect(await fateAt(id)).toBe('cancelled expired v2 0');
});

test('fills an IOC order at the first later quote, or closes it unfilled', async () => {
  const immediate = (worst: string) =>
    rests({ type: 'market', timeInForce: 'IOC', worstPrice: amount(worst) });
  const [filled, ended] = [await immediate('19900'), await immediate('19990')];
  const entry = await quoted('19950');
  await fires(filled, entry);
  await fires(ended, entry);
  expect(await fateAt(filled)).toBe('filled v1 0 at 19950 0');
  expect(await fateAt(ended)).toBe('cancelled price_moved v2 0');
});

test('cancels an open order by its client order id, which is unique among open orders', async () => {
  const named = { ...STOP, clientOrderId: 'mine-1' } as const;
  const id = await rests(named);
  expect(await world.house.run(placeOrder, asked(named), at())).toMatchObject({
    ok: false,
    refusal: { code: 'client_order_id_used', field: 'client_order_id' },
  });
  await quoted('20000', 60_000);
  const cancelled = await world.house.run(cancelOrder, { clientOrderId: 'mine-1' }, at());
  expect(cancelled).toEqual({ ok: true, value: { id: id.toString(), status: 'cancelled' } });
  expect(await world.house.run(cancelOrder, { clientOrderId: 'mine-1' }, at())).toMatchObject({
    ok: false,
    refusal: { code: 'trade_not_found' },
  });
  await quoted('20000');
  const again = await rests(named);
  await quoted('20000', 60_000);
  await world.house.run(cancelOrder, { id: again }, at());
});

test('fills an OCO order once if two firings and a cancellation race', async () => {
  for (let round = 0; round < 40; round += 1) {
    const id = await rests(round % 2 === 0 ? OCO : BUY_OCO);
    const [first, second] = round % 4 < 2 ? ['21010', '18990'] : ['18990', '21010'];
    const reached = await quoted(first ?? '');
    await quoted(second ?? '', 60_000);
    const firing = () => fires(id, reached);
    const racing = [firing, () => world.house.run(cancelOrder, { id }, at()), firing];
    for (let turn = 0; turn < round % 3; turn += 1) racing.push(...racing.splice(0, 1));
    await Promise.allSettled(racing.map((start) => start()));
    expect(await fateAt(id)).toBe(`filled v1 0 at ${first} -1`);
    await quoted('20000');
  }
});

describe('the database, when the serving role sends plain SQL,', () => {
  const NEWEST = `(select max(seq) from tape where symbol = '${BTC}')`;
  /** Returns SQL that fills an order at an entry, `back` entries before the newest one. */
  const filling = (id: bigint, back = 0) => [
    `update spot_order set status = 'filled', filled_quantity = quantity, held = 0, updated_ms = market_ms() where id = ${id}`,
    `insert into spot_fill (book, order_id, leg, symbol, side, quantity, price, value, fee, tape_seq, journal_seq, time_ms, fee_rate)
      select o.book, o.id, 1, o.symbol, o.side, o.quantity, t.bid, o.quantity * t.bid,
        ceil(o.quantity * t.bid * o.fee_rate * 100000000) / 100000000, t.seq, 1, market_ms(), o.fee_rate
      from spot_order o join tape t on t.symbol = o.symbol and t.seq = ${NEWEST} - ${back} where o.id = ${id}`,
  ];
  const update = (id: bigint, sql: string) => [`update spot_order set ${sql} where id = ${id}`];
  const rearm = `armed_seq = ${NEWEST}, version = version + 1`;
  const expire = (reason = 'expired') =>
    `status = 'cancelled', reason = '${reason}', held = 0, version = version + 1, ended_seq = ${NEWEST}`;
  const fate = (statements: string[]) => fateOf(world.house.pool, statements);

  test.each([
    ['a stop before an entry reaches it', STOP, ['19500'], 0, 'spot_fill_in_time'],
    [
      'a stop at a later entry than the first that reached it',
      STOP,
      ['18990', '18500'],
      0,
      'spot_fill_in_time',
    ],
    ['a stop at the first entry that reached it', STOP, ['18990', '18500'], 1, 'written'],
    ['a stop-limit at an entry beyond its limit', STOP_LIMIT, ['18800'], 0, 'spot_fill_in_time'],
    ['a stop-limit at its limit, before its stop', STOP_LIMIT, ['19500'], 0, 'spot_fill_in_time'],
    ['an OCO at its limit, after its stop', OCO, ['18990', '21010'], 0, 'spot_fill_in_time'],
    ['an OCO at its stop, after its limit', OCO, ['21010', '18990'], 0, 'spot_fill_in_time'],
    ['an OCO at the level that was reached first', OCO, ['21010', '18990'], 1, 'written'],
  ])('accepts or rejects a fill of %s', async (_, order, prices, back, outcome) => {
    const id = await rests(order);
    for (const price of prices) await quoted(price);
    expect(await fate(filling(id, back))).toBe(outcome);
    // An order that was reached can't be cancelled either.
    const reached = `${expire('customer')}, cancel_ms = market_ms(), cancel_seq = ${NEWEST}, cancel_age_ms = 0`;
    expect(await fate(update(id, reached))).not.toBe('written');
    await settle(id);
  });

  test.each([
    ['rearming a stop that no entry reached', STOP, '19500', rearm, 'spot_order_in_time'],
    [
      'rearming a stop that the house can fill',
      STOP,
      '18990',
      `${rearm}, reason = 'liquidity_insufficient'`,
      'spot_order_in_time',
    ],
    ['rearming an OCO that was reached', OCO, '21010', rearm, 'spot_order_in_time'],
    [
      'triggering a stop-limit before its stop is reached',
      STOP_LIMIT,
      '19500',
      `${rearm}, triggered_seq = ${NEWEST}`,
      'spot_order_in_time',
    ],
    [
      'triggering a stop-limit whose limit the entry meets',
      STOP_LIMIT,
      '18950',
      `${rearm}, triggered_seq = ${NEWEST}`,
      'spot_order_in_time',
    ],
    ['rearming a stop-limit without triggering it', STOP_LIMIT, '18800', rearm, 'spot_order_in_time'],
    [
      'triggering a stop-limit without rearming it',
      STOP_LIMIT,
      '18800',
      `triggered_seq = ${NEWEST}`,
      'spot_order_in_time',
    ],
    [
      'triggering a stop-limit at its stop',
      STOP_LIMIT,
      '18800',
      `${rearm}, triggered_seq = ${NEWEST}`,
      'written',
    ],
    [
      'changing the kind of an order',
      OCO,
      '19500',
      `type = 'limit', stop = null`,
      'permission denied for table spot_order',
    ],
    [
      'setting an expiry without an amendment',
      OCO,
      '19500',
      `expires_ms = created_ms + 60000`,
      'spot_order_acceptance',
    ],
    [
      'removing an expiry without an amendment',
      { ...OCO, timeInForce: 'GTD' as const, expiresMs: Date.now() + 86_400_000 },
      '19500',
      `expires_ms = null`,
      'spot_order_acceptance',
    ],
    ['expiring an order that has no expiry', OCO, '19500', expire(), 'spot_order_ended_at'],
    [
      'refusing an order before it is reached',
      STOP,
      '19500',
      expire('account_frozen'),
      'spot_order_ended_at',
    ],
    [
      'refusing a purchase for lack of money that is available',
      BUY_STOP,
      '21010',
      expire('balance_insufficient'),
      'spot_order_ended_at',
    ],
  ])('accepts or rejects an update: %s', async (_, order, price, sql, outcome) => {
    const id = await rests(order);
    await quoted(price);
    expect(await fate(update(id, sql))).toBe(outcome);
    await settle(id);
  });

  test('rejects expiring an order early or after it was reached, and filling it late', async () => {
    const expiresMs = (await nowMs()) + 2500;
    const bound = { timeInForce: 'GTD', expiresMs } as const;
    const [reached, left] = [await rests({ ...LIMIT, ...bound }), await rests({ ...STOP, ...bound })];
    const entry = await quoted('21010');
    expect(await fate(update(left, expire()))).toBe('spot_order_ended_at');
    await expect.poll(nowMs, { interval: 50, timeout: 8000 }).toBeGreaterThanOrEqual(expiresMs);
    const last = await quoted('18000');
    expect(await fate(update(reached, expire()))).toBe('reached_first');
    expect(await fate(filling(left))).toBe('spot_fill_in_time');
    await fires(reached, entry);
    await expires(left, last);
    expect([await fateAt(reached), await fateAt(left)]).toEqual([
      'filled v1 0 at 21010 -1',
      'cancelled expired v2 0',
    ]);
  });

  /** Writes a gap entry, at which an order whose expiry has passed expires. */
  async function silent(): Promise<Entry> {
    const { seq, timeMs, bid, ask, ...rest } = entryAt({
      ...{ bid: '20000', ask: '20000', seq: world.nextSeq(), timeMs: await nowMs() },
    });
    await world.house.owner(
      `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash, gap) values ($1, $2, $3, $3, 20000, 20000, 20000, 0, sha256(''), true)`,
      [BTC, seq.toString(), timeMs],
    );
    return { ...rest, ...{ seq, timeMs, bid, ask, symbol: BTC, feedTimeMs: timeMs, gap: true } };
  }

  test('rejects cancelling or amending an order whose expiry has passed', async () => {
    const asks = `cancel_ms = market_ms(), cancel_seq = ${NEWEST}, cancel_age_ms = 0`;
    const ends = `status = 'cancelled', reason = 'customer', version = version + 1, held = 0, updated_ms = market_ms(), ended_seq = ${NEWEST}`;
    const expiresMs = (await nowMs()) + 1500;
    const bound = { ...OCO, timeInForce: 'GTD', expiresMs } as const;
    const [never, before] = [await rests(bound), await rests(bound)];
    expect(await world.house.run(cancelOrder, { id: before }, at())).toMatchObject({
      value: { status: 'open' },
    });
    expect(await fate(update(never, asks))).toBe('written');
    await expect.poll(nowMs, { interval: 50, timeout: 8000 }).toBeGreaterThanOrEqual(expiresMs);
    const silence = await silent();
    expect(await fate(update(never, asks))).toBe('reached_first');
    const entry = await quoted('20000', 60_000);
    const late = `${asks.replace('cancel_age_ms = 0', 'cancel_age_ms = 60000')}, ${ends}`;
    expect(await fate(update(never, late))).toBe('reached_first');
    expect(await fate(update(before, ends))).toBe('reached_first');
    // Pretends that the order was amended a moment before its expiry, which the entries would not reveal.
    const prolonged = `amended_ms = expires_ms - 1, armed_seq = ${NEWEST} - 2, version = version + 1, expires_ms = null, lasts = 'GTC'`;
    expect(await fate(update(never, prolonged))).toBe('reached_first');
    expect(await world.house.run(cancelOrder, { id: never }, at())).toMatchObject({
      refusal: { code: 'busy' },
    });
    expect(await world.house.run(fireCancel, { id: before, entry }, { ...at(), urgent: true })).toEqual({
      ok: true,
      value: { fired: false },
    });
    await expires(never, silence);
    await expires(before, silence);
    expect([await fateAt(never), await fateAt(before)]).toEqual([
      'cancelled expired v2 0',
      'cancelled expired v2 0',
    ]);
  });

  /** Fires the order at the first entry that reached it, or cancels it if none did, so that the audit finds no unfired order. */
  async function settle(id: bigint): Promise<void> {
    const found = await world.house.owner<{ seq: string; bid: string; time: string }>(
      `select t.seq, t.bid, t.time_ms as time from spot_order o join tape t on t.symbol = o.symbol and t.seq > o.armed_seq
        where o.id = $1 and spot_reached_at(o.symbol, o.side, case when o.type <> 'stop_limit' then o.price end, o.stop, o.armed_seq, t.seq)`,
      [id.toString()],
    );
    const [first] = found;
    if (first !== undefined) {
      const timeMs = Number(first.time);
      const made = entryAt({
        bid: Number(first.bid).toString(),
        ask: Number(first.bid).toString(),
        seq: BigInt(first.seq),
        timeMs,
      });
      await fires(id, { ...made, symbol: BTC, feedTimeMs: timeMs });
    }
    await quoted('20000', 60_000);
    await world.house.run(cancelOrder, { id }, at());
  }
});
