/**
 * The evidence of orders of every kind, from the command to the verdict: trailing stops, sales that protect a purchase,
 * amended orders, stop orders of leveraged positions and orders that only reduce. The server's own code writes each file,
 * and the verifier, which shares no code with it, proves it and refuses each forgery of it.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { readBundle, verifyBundle } from '../../verifier/src/bundle.ts';
import type { FillBundle } from '../../verifier/src/bundle.ts';
import { buys } from '../../verifier/src/fill.ts';
import type { Waited } from '../../verifier/src/waited.ts';
import { spotEvidence } from '../src/features/spot/evidence.ts';
import { positionEvidence } from '../src/positions/evidence.ts';
import { instruments } from '../src/quotes/catalogue.ts';
import { openOrderFloor } from './testing/order-floor.ts';

type Floor = Awaited<ReturnType<typeof openOrderFloor>>;
type Name = keyof typeof EXPECTED;

/** The price at which each order filled. */
const EXPECTED = {
  'a trailing stop that sells': '19990',
  'a trailing stop that buys, by a share': '20510.02',
  'what protects a purchase, at its take profit': '20450',
  'what protects a purchase, at its stop loss': '19690',
  'a sale whose limit was raised': '20510',
  'a sale whose limit was lowered': '20310',
  'a stop that was amended twice': '19890',
  'a stop order of a long': '20260.02',
  'a stop order of a short': '19790',
  'an order of a long that was amended': '20410.02',
  'a closing of a long at a price': '20360',
  'a part of a short at a price': '19890.02',
  'a closing at a price that was amended': '20510',
} as const;
/**
 * Spot orders whose arming no file bounds: a sale that protects a purchase is armed at the entry of another order's fill,
 * which has a file of its own, and an amended order may have been armed again since.
 */
const REARMED = /protects|sale whose|stop that was/;
const NAMES = Object.keys(EXPECTED) as Name[];

let floor: Floor;
const bundles = new Map<Name, FillBundle>();

beforeAll(async () => {
  floor = await openOrderFloor();
  const found = await tradeAll();
  const publicKey = await keyOf();
  const ofSpot = spotEvidence({ pool: floor.pool, publicKey });
  const ofPosition = positionEvidence({ pool: floor.pool, publicKey, instruments });
  for (const [name, { spot, id, fill }] of found) {
    // oxlint-disable-next-line no-await-in-loop
    const made = spot ? await ofSpot(floor.book, { id }) : await ofPosition(floor.book, { id, fill });
    if (!made.ok) throw new Error(`${name}: ${made.refusal.code}`);
    bundles.set(name, readBundle(JSON.parse(made.value.body)) as FillBundle);
  }
}, 180_000);
afterAll(async () => {
  expect(floor.troubles).toEqual([]);
  expect(await floor.breaches()).toEqual([]);
  await floor.shut();
});

async function keyOf(): Promise<Uint8Array> {
  const { rows } = await floor.pool.query<{ public_key: Uint8Array }>(
    'select public_key from checkpoint limit 1',
  );
  return rows[0]!.public_key;
}

type Fill = { readonly spot: boolean; readonly id: bigint; readonly fill?: number };

/** Places an order of every kind, lets the price pass their levels, and returns the fills once all are committed. */
async function tradeAll(): Promise<Map<Name, Fill>> {
  const { trade, amendTrade, opens, amend, reduce, bid } = floor;
  await bid('19999');
  await floor.sign();
  await bid('20000');
  await floor.startEngine();
  const long = { side: 'long', quantity: amount('0.1'), leverage: 5 } as const;
  const short = { ...long, side: 'short' } as const;
  const sells = { side: 'sell', type: 'limit' } as const;
  const buysFor = (takeProfit: string, stopLoss: string) =>
    trade({
      ...{ side: 'buy', type: 'limit', price: amount('19900') },
      bracket: { takeProfit: amount(takeProfit), stopLoss: amount(stopLoss) },
    });
  const trailing = await trade({ side: 'sell', type: 'trailing_stop', trailing: amount('500') });
  const byShare = await trade({ side: 'buy', type: 'trailing_stop', trailingBps: 250 });
  const gains = await buysFor('20440', '18000');
  const loses = await buysFor('30000', '19700');
  const raised = await trade({ ...sells, price: amount('20300') });
  const lowered = await trade({ ...sells, price: amount('20500') });
  const twice = await trade({ side: 'sell', type: 'stop', stopPrice: amount('19700') });
  const stopLong = await opens({ ...long, type: 'stop', price: amount('20250') });
  const stopShort = await opens({ ...short, type: 'stop', price: amount('19800') });
  const opening = await opens({ ...long, type: 'stop', price: amount('20200') });
  const held = await opens(long);
  const heldShort = await opens(short);
  const heldLong = await opens({ ...long, leverage: 2 });
  await reduce(held, { type: 'limit', price: amount('20350') });
  await reduce(heldShort, { type: 'limit', price: amount('19900'), quantity: amount('0.04') });
  const closing = await reduce(heldLong, { type: 'limit', price: amount('20200') });
  // Some seconds pass, so that an arming at an amendment differs from one at the acceptance.
  for (const price of ['20040', '20100', '20130', '20110', '20160']) await bid(price);
  await amendTrade(raised, { price: amount('20500') });
  await amendTrade(lowered, { price: amount('20300') });
  await amendTrade(twice, { stopPrice: amount('19650') });
  await amend(opening, { price: amount('20400') });
  await amend(closing, { price: amount('20500') });
  for (const price of ['20170', '20150', '20160', '20165']) await bid(price);
  await amendTrade(twice, { stopPrice: amount('19900') });
  for (const price of ['20210', '20260', '20310', '20360', '20410', '20510', '20480', '20180', '20020'])
    await bid(price);
  for (const price of ['19990', '19890', '19790', '19690', '19500', '19710', '19950', '20300', '20450'])
    await bid(price);
  await bid('20460');
  const waiting = async (): Promise<string[]> => {
    const { rows } = await floor.pool.query<{ id: string }>(
      `select id from spot_order where status = 'open' union all select id from position where status = 'pending'`,
    );
    return rows.map(({ id }) => id);
  };
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 60_000, interval: 50 });
  await floor.sign();
  const protects = async (id: bigint): Promise<bigint> => {
    const { rows } = await floor.pool.query<{ id: string }>('select id from spot_order where entry_id = $1', [
      id,
    ]);
    return BigInt(rows[0]!.id);
  };
  const spot = (id: bigint): Fill => ({ spot: true, id });
  return new Map<Name, Fill>([
    ['a trailing stop that sells', spot(trailing)],
    ['a trailing stop that buys, by a share', spot(byShare)],
    ['what protects a purchase, at its take profit', spot(await protects(gains))],
    ['what protects a purchase, at its stop loss', spot(await protects(loses))],
    ['a sale whose limit was raised', spot(raised)],
    ['a sale whose limit was lowered', spot(lowered)],
    ['a stop that was amended twice', spot(twice)],
    ['a stop order of a long', { spot: false, id: stopLong, fill: 0 }],
    ['a stop order of a short', { spot: false, id: stopShort, fill: 0 }],
    ['an order of a long that was amended', { spot: false, id: opening, fill: 0 }],
    ['a closing of a long at a price', { spot: false, id: held, fill: 1 }],
    ['a part of a short at a price', { spot: false, id: heldShort, fill: 1 }],
    ['a closing at a price that was amended', { spot: false, id: heldLong, fill: 1 }],
  ]);
}

const bundleOf = (name: Name): FillBundle => bundles.get(name)!;
const waitedOf = (bundle: FillBundle): Waited => bundle.waited as Waited;
function codesOf(bundle: FillBundle): readonly string[] {
  const { state, findings } = verifyBundle(bundle);
  return state === 'proved' ? [state] : [state, ...new Set(findings.map(({ code }) => code))];
}
const withWaited = (bundle: FillBundle, change: object): FillBundle => ({
  ...bundle,
  waited: { ...waitedOf(bundle), ...change },
});
/** Names another entry as the one that filled the order, at its price. Amounts and journals are left out: they would differ anyway. */
function filledAt(bundle: FillBundle, by: number): FillBundle {
  const { fill, entries } = bundle;
  const entry = entries.find(({ seq }) => seq === fill.tape_seq + by)!;
  const unknown = { pnl: undefined, fee: undefined, value: undefined, margin: undefined };
  const moved = { ...fill, ...unknown, tape_seq: entry.seq, price: buys(fill) ? entry.ask : entry.bid };
  return { ...bundle, fill: moved as FillBundle['fill'], journals: undefined };
}
const isAmended = (name: Name): boolean => waitedOf(bundleOf(name)).amendments !== undefined;

describe.each(NAMES)('the evidence of %s', (name) => {
  test('is proved', () => {
    expect([name, ...codesOf(bundleOf(name))]).toEqual([name, 'proved']);
    expect(bundleOf(name).fill.price).toBe(EXPECTED[name]);
  });

  test('is refused with a later entry as the trigger', () => {
    const codes = codesOf(filledAt(bundleOf(name), 1));
    expect(codes).toEqual(expect.arrayContaining(['contradicted', 'level_reached_before']));
  });

  test('is refused with an earlier entry as the trigger', () => {
    const codes = codesOf(filledAt(bundleOf(name), -1));
    expect(codes).toEqual(expect.arrayContaining(['contradicted', 'level_not_reached']));
  });

  test('is refused at a price that is better for the house', () => {
    const bundle = bundleOf(name);
    const paid = amount(bundle.fill.price) + (buys(bundle.fill) ? 1n : -1n) * amount('0.01');
    const fill = { ...bundle.fill, price: formatAmount(paid) } as FillBundle['fill'];
    expect(codesOf({ ...bundle, fill })).toEqual(expect.arrayContaining(['contradicted', 'price_differs']));
  });

  test('is refused with a different start of the period whose entries are searched', () => {
    const bundle = bundleOf(name);
    for (const by of [-5000, 5000]) {
      const moved = withWaited(bundle, { since_ms: (waitedOf(bundle).since_ms ?? 0) + by });
      expect([by, codesOf(moved)[0]]).toEqual([by, 'contradicted']);
    }
  });

  test('is refused with a different level', () => {
    const bundle = bundleOf(name);
    const { level = '' } = waitedOf(bundle);
    const further = (by: bigint) =>
      withWaited(bundle, { level: String((amount(level) + by) / 100_000_000n) });
    for (const by of [amount('1000'), -amount('400')]) expect(codesOf(further(by))[0]).toBe('contradicted');
  });
});

test.each(NAMES.filter((name) => !REARMED.test(name)))(
  'the evidence of %s is refused with an arming right before its entry',
  (name) => {
    const bundle = bundleOf(name);
    const armed = bundle.fill.tape_seq - 1;
    expect(codesOf(withWaited(bundle, { armed_seq: armed, from_seq: armed }))[0]).toBe('contradicted');
  },
);

test('states the amendments of the orders that were amended, and of no others', () => {
  expect(NAMES.filter(isAmended)).toEqual([
    'a sale whose limit was raised',
    'a sale whose limit was lowered',
    'a stop that was amended twice',
    'an order of a long that was amended',
    'a closing at a price that was amended',
  ]);
});

describe.each(NAMES.filter((name) => /amended|raised|lowered/.test(name)))('the amendments of %s', (name) => {
  const amendments = () => waitedOf(bundleOf(name)).amendments ?? [];

  test('cannot be omitted', () => {
    const none = withWaited(bundleOf(name), { amendments: undefined, amendments_from_seq: undefined });
    expect(codesOf(none)[0]).toBe('contradicted');
  });

  test('cannot be omitted in part', () => {
    for (let at = 0; at < amendments().length; at += 1) {
      const fewer = amendments().filter((_, other) => other !== at);
      const dropped = withWaited(bundleOf(name), {
        amendments: fewer.length === 0 ? undefined : fewer,
        amendments_from_seq: fewer.length === 0 ? undefined : waitedOf(bundleOf(name)).amendments_from_seq,
      });
      expect([at, codesOf(dropped)[0]]).toEqual([at, 'contradicted']);
    }
  });

  test('cannot be stated with a different time or entry', () => {
    const changed = (change: object) =>
      withWaited(bundleOf(name), {
        amendments: amendments().map((one, at) => (at === 0 ? { ...one, ...change } : one)),
      });
    const [{ seq, time_ms: ms } = { seq: 0, time_ms: 0 }] = amendments();
    for (const change of [{ time_ms: ms + 1000 }, { time_ms: ms - 4000 }, { seq: seq - 4 }, { seq: seq + 4 }])
      expect([change, codesOf(changed(change))[0]]).toEqual([change, 'contradicted']);
  });

  test('cannot hide that an entry had already reached the earlier level', () => {
    const [first] = amendments();
    const reached = { ...first, limit: '20050', stop: undefined };
    const forged = withWaited(bundleOf(name), { amendments: [reached, ...amendments().slice(1)] });
    // The order that was amended buys at a stop, and would have been reached from the other side.
    const codes = codesOf(name === 'an order of a long that was amended' ? filledAt(forged, 0) : forged);
    expect(codes).toEqual(expect.arrayContaining(['contradicted', 'level_reached_before']));
  });
});
