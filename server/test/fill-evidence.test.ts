/**
 * The evidence of positions that were opened and closed in every way, on a handmade tape. The verifier proves each fill from
 * its file alone, and detects an entry inserted before the deciding entry.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import { judgeAll, judgeOneOfEach } from './testing/evidenced.ts';
import { openTradingFloor } from './testing/trading-floor.ts';
import type { FloorOrder, TradingFloor } from './testing/trading-floor.ts';

let floor: TradingFloor;
beforeEach(async () => {
  floor = await openTradingFloor();
});
afterEach(async () => floor.shut());

const long = { side: 'long', quantity: amount('0.1'), leverage: 10 } as const;
const short = { ...long, side: 'short' } as const;
const orders: readonly FloorOrder[] = [
  long,
  { ...long, takeProfit: amount('20200') },
  { ...long, stopLoss: amount('19800') },
  { ...long, trailing: amount('250') },
  { ...long, leverage: 100 },
  { ...long, type: 'limit', price: amount('19900') },
  { ...short, takeProfit: amount('19700') },
  { ...short, stopLoss: amount('20150') },
  { ...short, trailing: amount('200') },
  { ...short, leverage: 100 },
  { ...short, type: 'limit', price: amount('20250') },
];
/** The price rises first, then falls through every level, and returns. */
const bids = ['20040', '20100', '20160', '20210', '20260', '20180', '20020', '19990', '19890', '19790'];
const moreBids = ['19690', '19500', '19710', '19950', '20300'];

test('proves fills of every kind from their files alone', async () => {
  const [book = 0n] = await floor.customers(['100000']);
  const quote = (bid: string) => floor.quote(amount(bid), amount(bid) + amount('0.02'));
  await quote('19999');
  await floor.sign();
  await quote('20000');
  await floor.startEngine();
  const ids: string[] = [];
  for (const order of orders) {
    // oxlint-disable-next-line no-await-in-loop
    const opened = await floor.open(book, order);
    if (!opened.ok) throw new Error(opened.refusal.code);
    ids.push(opened.value.id);
  }
  // oxlint-disable-next-line no-await-in-loop
  for (const bid of [...bids, ...moreBids]) await quote(bid);
  const closed = async (): Promise<number> => {
    const found = await floor.pool.query(`select from position where status in ('closed', 'open')`);
    return found.rowCount ?? 0;
  };
  await expect.poll(closed, { timeout: 60_000, interval: 50 }).toBe(orders.length);
  const reasons = async (): Promise<unknown[]> => {
    const found = await floor.pool.query<{ reason: string }>(
      `select side || ' ' || reason as reason from position where status = 'closed' order by 1`,
    );
    return found.rows.map(({ reason }) => reason);
  };
  await expect
    .poll(reasons, { timeout: 60_000, interval: 50 })
    .toEqual([
      ...['long close_out', 'long stop_loss', 'long take_profit', 'long trailing'],
      ...['short close_out', 'short stop_loss', 'short take_profit', 'short trailing'],
    ]);
  const asked = await floor.close(book, ids[0] ?? '');
  expect(asked).toMatchObject({ ok: true });
  await quote('20310');
  await floor.sign();
  expect(Object.fromEntries(await judgeOneOfEach(floor.pool))).toEqual(
    Object.fromEntries(
      [
        ...[
          'opened market long',
          'opened market short',
          'opened limit long',
          'opened limit short',
          'customer long',
        ],
        ...['close_out', 'stop_loss', 'take_profit', 'trailing'].flatMap((reason) => [
          `${reason} long`,
          `${reason} short`,
        ]),
      ].map((kind) => [kind, 'proved']),
    ),
  );
  expect(floor.troubles).toEqual([]);
  expect(await floor.breaches()).toEqual([]);
}, 180_000);

const patience = { timeout: 60_000, interval: 50 } as const;

/**
 * Returns the state of a position: status and reason, whether it owes a charge for the other side of a gap, and the number of
 * nights charged.
 */
async function standing(id: string): Promise<string> {
  const found = await floor.pool.query<{ text: string }>(
    `select concat_ws(' ', status, reason, charge > 0, jsonb_array_length(nights)) as text from position where id = $1`,
    [id],
  );
  return found.rows[0]?.text ?? '';
}

test('proves the overnight charges and the liquidation of a position that covers a gap of the other side, to the unit', async () => {
  const [book = 0n] = await floor.customers(['100000']);
  const quote = (bid: string, afterMs?: number) =>
    floor.quote(amount(bid), amount(bid) + amount('0.02'), afterMs);
  await quote('20000');
  await floor.sign();
  await floor.startEngine();
  const opened = async (order: FloorOrder): Promise<string> => {
    const outcome = await floor.open(book, order);
    if (!outcome.ok) throw new Error(outcome.refusal.code);
    return outcome.value.id;
  };
  const bears = await opened({ ...long, quantity: amount('0.113') });
  const loses = await opened({ ...short, quantity: amount('0.1'), leverage: 100 });
  await quote('21000.03');
  await expect.poll(() => standing(loses), patience).toBe('closed close_out f 0');
  await expect.poll(() => standing(bears), patience).toBe('open t 0');
  // A partial closing takes its share of the overnight charges, rounded without regard to the position's other debts.
  for (const part of ['0.017', '0.013', '0.011']) {
    // oxlint-disable-next-line no-await-in-loop
    await quote('21000.03', DAY_MS);
    // oxlint-disable-next-line no-await-in-loop
    expect(await floor.close(book, bears, amount(part))).toMatchObject({ ok: true });
  }
  await quote('19000', DAY_MS);
  await expect.poll(() => standing(bears), patience).toBe('closed close_out f 4');
  await quote('19000');
  await floor.sign();
  const judged = await judgeAll(floor.pool);
  expect([...judged].filter(([, verdict]) => verdict !== 'proved')).toEqual([]);
  expect([...judged.keys()].filter((name) => name.endsWith('charged'))).toHaveLength(4);
  // The database rejects a partial closing that takes one unit less, even if another closing takes more.
  const violationOf = async (less: string) => {
    const [found] = await floor.owner<{ violation: string | null }>(
      `select position_made_violation(jsonb_populate_record(p, jsonb_build_object('closes', jsonb_set(jsonb_set(closes,
          '{1,financing}', to_jsonb(((closes #>> '{1,financing}')::numeric - $2)::text)),
          '{2,financing}', to_jsonb(((closes #>> '{2,financing}')::numeric + $2)::text)))), 0) as violation
        from position p where id = $1`,
      [bears, less],
    );
    return found?.violation;
  };
  expect([await violationOf('0'), await violationOf('0.00000001')]).toEqual([null, 'financing']);
  expect(floor.troubles).toEqual([]);
  expect(await floor.breaches()).toEqual([]);
}, 180_000);
