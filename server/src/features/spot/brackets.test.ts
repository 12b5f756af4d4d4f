/**
 * Purchases with a take profit, a stop loss or both, through the executor and the database: the protecting sale begins with the
 * fill or not at all. Plain SQL by the serving role can create the sale only once and only with the fill, for the filled
 * quantity, at the levels of the purchase and armed from the entry of the fill. Nor can it fill the sale at an earlier entry.
 */
import { describe, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { fateOf } from '../../positions/testing/fate.ts';
import { amendOrder, cancelOrder, fireExpiry, placeOrder } from './commands.ts';
import { instruments } from '../../quotes/catalogue.ts';
import { BTC, restingWorld } from './testing/resting-world.ts';

const world = restingWorld();
const { at, nowMs, quoted, asked, rests, fires } = world;

const bracket = { takeProfit: amount('21000'), stopLoss: amount('18000') };
const LIMIT = { side: 'buy', type: 'limit', price: amount('19000'), bracket } as const;
const STOP = { side: 'buy', type: 'stop', stopPrice: amount('20500'), bracket } as const;
const STOP_LIMIT = { ...STOP, type: 'stop_limit', price: amount('20600') } as const;
const MARKET = { side: 'buy', type: 'market', bracket } as const;

type Row = { id: string; is: string };
async function protecting(entry: bigint): Promise<Row | undefined> {
  const [row] = await world.house.owner<Row>(
    `select o.id, concat_ws(' ', o.status, o.reason, trim_scale(o.quantity), 'holds', trim_scale(o.held), 'from', o.armed_seq - e.tape_seq,
        trim_scale(o.price), trim_scale(o.stop), 'at ' || trim_scale(f.price)) as is
      from spot_order o join spot_fill e on e.book = o.book and e.order_id = o.entry_id
      left join spot_fill f on f.book = o.book and f.order_id = o.id where o.entry_id = $1`,
    [entry.toString()],
  );
  return row;
}
async function ends(id: bigint): Promise<void> {
  await quoted('20000', 60_000);
  await world.house.run(cancelOrder, { id }, at());
  await quoted('20000');
}
/** Fills the purchase at a price, and returns the sale that protects it. */
async function filledAt(order: Parameters<typeof rests>[0], price: string): Promise<bigint> {
  const id = await rests(order);
  await fires(id, await quoted(price));
  const sale = await protecting(id);
  if (sale === undefined) throw new Error(`expected order ${id} to be protected`);
  return BigInt(sale.id);
}

test.each([
  ['a limit order', LIMIT, '18900'],
  ['a stop order', STOP, '20550'],
  ['a stop-limit order', STOP_LIMIT, '20550'],
  ['a market order that waits', MARKET, '20100'],
  ['a market order of an amount', { ...MARKET, quantity: undefined, amount: amount('500') }, '20000'],
])('protects the coins that %s buys as soon as it fills', async (_, order, price) => {
  const id = await rests(order);
  expect(await protecting(id)).toBeUndefined();
  await fires(id, await quoted(price));
  const sale = await protecting(id);
  const quantity = 'amount' in order ? '0.02497' : '0.01';
  expect(sale?.is).toBe(`open ${quantity} holds ${quantity} from 0 21000 18000`);
  await ends(BigInt(sale?.id ?? 0));
  expect((await protecting(id))?.is).toBe(`cancelled customer ${quantity} holds 0 from 0 21000 18000`);
});

test('protects the coins that a market order buys immediately', async () => {
  await quoted('20000', 60_000);
  const done = await world.house.run(placeOrder, asked(MARKET), at());
  if (!done.ok) throw new Error(JSON.stringify(done));
  expect(done.value.status).toBe('filled');
  const sale = await protecting(BigInt(done.value.id));
  expect(sale?.is).toBe('open 0.01 holds 0.01 from 0 21000 18000');
  await ends(BigInt(sale?.id ?? 0));
});

test.each([
  ['a take profit alone', { takeProfit: amount('21000') }, '21000', ['17000', '21100'], 'at 21100'],
  ['a stop loss alone', { stopLoss: amount('18000') }, '18000', ['25000', '17900'], 'at 17900'],
])('protects a purchase with %s by one order with one level', async (_, one, level, prices, outcome) => {
  const id = await rests({ ...LIMIT, bracket: one });
  await fires(id, await quoted('18900'));
  const sale = await protecting(id);
  expect(sale?.is).toBe(`open 0.01 holds 0.01 from 0 ${level}`);
  const [passed = '', reached = ''] = prices;
  await expect(fires(BigInt(sale?.id ?? 0), await quoted(passed))).rejects.toThrow('does not reach');
  await fires(BigInt(sale?.id ?? 0), await quoted(reached));
  expect((await protecting(id))?.is).toBe(`filled 0.01 holds 0 from 0 ${level} ${outcome}`);
  await quoted('20000');
});

test.each([
  ['a take profit below the limit', { takeProfit: amount('18900') }, 'take_profit_wrong'],
  ['a stop loss above the limit', { stopLoss: amount('19100') }, 'stop_loss_wrong'],
])('refuses a bracket with only %s', async (_, one, code) => {
  expect(await world.house.run(placeOrder, asked({ ...LIMIT, bracket: one }), at())).toMatchObject({
    ok: false,
    refusal: { code },
  });
});

test('immediately protects the coins bought by a market order whose bracket has only a stop loss', async () => {
  await quoted('20000', 60_000);
  const one = { stopLoss: amount('18000') };
  const done = await world.house.run(placeOrder, asked({ ...MARKET, bracket: one }), at());
  if (!done.ok) throw new Error(JSON.stringify(done));
  const sale = await protecting(BigInt(done.value.id));
  expect(sale?.is).toBe('open 0.01 holds 0.01 from 0 18000');
  await ends(BigInt(sale?.id ?? 0));
});

test.each([
  ['at the take profit', ['20500', '21100'], 'at 21100'],
  ['at the stop loss', ['18500', '17500'], 'at 17500'],
  ['at whichever level comes first', ['17900', '21500'], 'at 17900'],
])('sells the protected coins %s', async (_, prices, outcome) => {
  const sale = await filledAt(LIMIT, '18900');
  const entries = [];
  for (const price of prices) entries.push(await quoted(price));
  for (const entry of entries) await fires(sale, entry).catch(() => undefined);
  const [row] = await world.house.owner<{ is: string }>(
    `select string_agg('at ' || trim_scale(price), ' ') as is from spot_fill where order_id = $1`,
    [sale.toString()],
  );
  expect(row?.is).toBe(outcome);
  await quoted('20000');
});

test('sells at an entry that is later than the fill’s entry, but arrived before the fill was written', async () => {
  const id = await rests(LIMIT);
  const filled = await quoted('18900');
  const later = await quoted('17900');
  await quoted('20000');
  await fires(id, filled);
  const sale = BigInt((await protecting(id))?.id ?? 0);
  expect(await fires(sale, later)).toEqual({ ok: true, value: { fired: true } });
  expect((await protecting(id))?.is).toBe('filled 0.01 holds 0 from 0 21000 18000 at 17900');
});

test('creates no protecting sale for a purchase that is cancelled, expires or is refused', async () => {
  const cancelled = await rests(LIMIT);
  await ends(cancelled);
  const expiresMs = (await nowMs()) + 1100;
  const expired = await rests({ ...LIMIT, timeInForce: 'GTD', expiresMs });
  await expect.poll(nowMs, { interval: 50, timeout: 5000 }).toBeGreaterThanOrEqual(expiresMs);
  const entry = await quoted('18900');
  await world.house.run(fireExpiry, { id: expired, version: 1, entry }, { ...at(), urgent: true });
  const refused = await rests({ ...STOP, quantity: amount('40') });
  const high = await quoted('30000');
  await fires(refused, high);
  await quoted('20000');
  const rows = await world.house.owner<{ is: string }>(
    `select concat_ws(' ', status, reason) as is from spot_order where id = any ($1) order by id`,
    [[cancelled, expired, refused].map(String)],
  );
  expect(rows.map(({ is }) => is)).toEqual([
    'cancelled customer',
    'cancelled expired',
    'cancelled balance_insufficient',
  ]);
  for (const id of [cancelled, expired, refused]) expect(await protecting(id)).toBeUndefined();
});

test.each([
  ['a take profit below the limit', { ...bracket, takeProfit: amount('18900') }, 'take_profit_wrong'],
  ['a stop loss above the limit', { ...bracket, stopLoss: amount('19100') }, 'stop_loss_wrong'],
  ['a level between ticks', { ...bracket, stopLoss: amount('18000.001') }, 'price_off_tick'],
  [
    'both levels at the limit',
    { takeProfit: amount('19000'), stopLoss: amount('19000') },
    'stop_on_wrong_side',
  ],
])('refuses a bracket with %s', async (_, levels, code) => {
  expect(await world.house.run(placeOrder, asked({ ...LIMIT, bracket: levels }), at())).toMatchObject({
    ok: false,
    refusal: { code },
  });
});

test('amends a purchase only within its bracket, and protects the new quantity', async () => {
  const id = await rests(LIMIT);
  await quoted('20000', 60_000);
  const amends = (price: string) =>
    world.house.run(
      amendOrder,
      {
        ...{ named: { id }, price: amount(price), stopPrice: undefined, quantity: amount('0.02') },
        ...{ instruments, termsAt: (one) => one, jurisdictions: 'demo' },
      },
      at(),
    );
  expect(await amends('17900')).toMatchObject({ ok: false, refusal: { code: 'stop_loss_wrong' } });
  expect(await amends('18500')).toMatchObject({ ok: true });
  await fires(id, await quoted('18400'), 2);
  const sale = await protecting(id);
  expect(sale?.is).toBe('open 0.02 holds 0.02 from 0 21000 18000');
  await ends(BigInt(sale?.id ?? 0));
});

describe('the database, when the serving role sends plain SQL,', () => {
  const NEWEST = `(select max(seq) from tape where symbol = '${BTC}')`;
  // The guards of brackets are checked before those of journals.
  const CHECKED = [
    'set constraints spot_order_protects, spot_order_protected immediate',
    'set constraints all immediate',
  ];
  const fate = (statements: string[]) => fateOf(world.house.pool, statements);
  const filling = (id: bigint) => [
    `update spot_order set status = 'filled', filled_quantity = quantity, held = 0, updated_ms = market_ms() where id = ${id}`,
    `insert into spot_fill (book, order_id, leg, symbol, side, quantity, price, value, fee, tape_seq, journal_seq, time_ms, fee_rate)
      select o.book, o.id, 1, o.symbol, o.side, o.quantity, t.ask, o.quantity * t.ask,
        ceil(o.quantity * t.ask * o.fee_rate * 100000000) / 100000000, t.seq, 1, market_ms(), o.fee_rate
      from spot_order o join tape t on t.symbol = o.symbol and t.seq = ${NEWEST} where o.id = ${id}`,
  ];
  const sale = (entry: bigint, to: Record<string, string> = {}) => {
    const is: Record<string, string> = {
      ...{
        id: '900001',
        type: `'oco'`,
        quantity: 'o.quantity',
        held: 'o.quantity',
        price: 'o.take_profit',
        stop: 'o.stop_loss',
      },
      ...{ armed_seq: NEWEST, created_ms: 'o.created_ms', fee_rate: 'o.fee_rate', entry_id: 'o.id', ...to },
    };
    return `insert into spot_order (book, symbol, side, status, version, updated_ms, fill_age_ms, ${Object.keys(is).join()})
      select o.book, o.symbol, 'sell', 'open', 1, market_ms(), o.fill_age_ms, ${Object.values(is).join()} from spot_order o where o.id = ${entry}`;
  };
  // These transactions move no money. The journals' guard would reject that, but only after the guards of brackets.
  const UNPAID = 'spot_order_holds';

  test.each([
    ['no sale', undefined, [], 'spot_order_protected'],
    ['the exact sale', undefined, [{}], UNPAID],
    ['a sale of a larger quantity', undefined, [{ quantity: '0.02', held: '0.02' }], 'spot_order_protects'],
    ['a sale with another take profit', undefined, [{ price: '22000' }], 'spot_order_protects'],
    ['a sale with another stop loss', undefined, [{ stop: '17000' }], 'spot_order_protects'],
    [
      'a sale armed from an earlier entry',
      undefined,
      [{ armed_seq: `${NEWEST} - 1` }],
      'spot_order_protects',
    ],
    ['a sale at another fee rate', undefined, [{ fee_rate: '0.002' }], 'spot_order_protects'],
    [
      'a sale with another acceptance time',
      undefined,
      [{ created_ms: 'market_ms()' }],
      'spot_order_protects',
    ],
    ['two sales', undefined, [{}, { id: '900002' }], 'spot_order_protects_once'],
    ['a sale without a fill', 'unfilled', [{}], 'spot_order_protects'],
  ])('checks the sale that protects a purchase: %s', async (_, isUnfilled, sales, outcome) => {
    const id = await rests(LIMIT);
    const entry = await quoted('18900');
    const statements = [
      ...(isUnfilled === undefined ? filling(id) : []),
      ...sales.map((to) => sale(id, to as Record<string, string>)),
      ...CHECKED,
    ];
    expect(await fate(statements)).toBe(outcome);
    await fires(id, entry);
    await ends(BigInt((await protecting(id))?.id ?? 0));
  });

  const ALONE = { takeProfit: amount('21000') };
  test.each([
    ['no sale', [], 'spot_order_protected'],
    ['a limit order', [{ type: `'limit'` }], UNPAID],
    ['a limit order with a stop as well', [{ stop: '18000' }], 'spot_order_protects'],
    ['a stop order instead', [{ type: `'stop'`, price: 'null', stop: '21000' }], 'spot_order_protects'],
    ['a limit order at another price', [{ type: `'limit'`, price: '22000' }], 'spot_order_protects'],
    [
      'a limit order that expires',
      [{ type: `'limit'`, lasts: `'GTD'`, expires_ms: 'market_ms() + 60000' }],
      'spot_order_protects',
    ],
  ])('checks the sale that protects a purchase with only a take profit: %s', async (_, sales, outcome) => {
    const id = await rests({ ...LIMIT, bracket: ALONE });
    const entry = await quoted('18900');
    const added = sales.map((to) => sale(id, to as Record<string, string>));
    expect(await fate([...filling(id), ...added, ...CHECKED])).toBe(outcome);
    await fires(id, entry);
    await ends(BigInt((await protecting(id))?.id ?? 0));
  });

  test('rejects a sale at the entry of the purchase, even if that is beyond the take profit', async () => {
    const id = await rests({ ...STOP, bracket: { takeProfit: amount('20500') } });
    const entry = await quoted('20550', 60_000);
    const sold = filling(900_001n).map((sql) =>
      sql.replace('market_ms(), o.fee_rate', 'o.created_ms, o.fee_rate'),
    );
    expect(await fate([...filling(id), sale(id, { type: `'limit'` }), ...sold])).toBe('spot_fill_in_time');
    await fires(id, entry);
    await fires(BigInt((await protecting(id))?.id ?? 0), await quoted('20510'));
    expect((await protecting(id))?.is).toBe('filled 0.01 holds 0 from 0 20500 at 20510');
    await quoted('20000');
  });

  test('rejects a protecting sale for a purchase that filled earlier or has no levels', async () => {
    const filled = await filledAt(LIMIT, '18900');
    const [{ entry } = { entry: '0' }] = await world.house.owner<{ entry: string }>(
      `select entry_id as entry from spot_order where id = $1`,
      [filled.toString()],
    );
    expect(await fate([sale(BigInt(entry))])).toBe('spot_order_protects_once');
    await ends(filled);
    const plain = await rests({ side: 'buy', type: 'limit', price: amount('19000') });
    const reached = await quoted('18900');
    const levels = { price: '21000', stop: '18000' };
    expect(await fate([...filling(plain), sale(plain, levels), ...CHECKED])).toBe('spot_order_protects');
    await fires(plain, reached);
    await quoted('20000');
  });

  test.each([
    ['before an entry reaches it', ['20000'], 'spot_fill_in_time'],
    ['at both of its levels', ['21100'], 'spot_fill_pkey'],
  ])('rejects the fill of a protecting sale %s', async (_, prices, outcome) => {
    const id = await filledAt(LIMIT, '18900');
    const entries = [];
    for (const price of prices) entries.push(await quoted(price));
    const twice = outcome === 'spot_fill_pkey' ? [filling(id)[1] as string] : [];
    expect(await fate([...filling(id), ...twice])).toContain(outcome);
    for (const entry of entries) await fires(id, entry).catch(() => undefined);
    await ends(id);
  });

  test.each(['take_profit = 30000', 'stop_loss = 1', 'entry_id = null'])(
    'rejects the update %s',
    async (change) => {
      const id = await rests(LIMIT);
      expect(await fate([`update spot_order set ${change} where id = ${id}`])).toContain('permission denied');
      await ends(id);
    },
  );
});
