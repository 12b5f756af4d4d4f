/**
 * A stranger's mystery shopper trades on a platform whose owner has the database, and finds what the owner does to its account:
 * an order cancelled for the customer, a fill made more expensive, a balance lowered, an old grant made smaller, a ticket
 * voided.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demoCustomers } from '../src/features/demo/seed.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { openShopping } from '../../verifier/src/cli/shopping.ts';
import type { Shopping } from '../../verifier/src/cli/shopping.ts';
import { nodeSignatures } from '../../verifier/src/cli/node-signatures.ts';
import { watchedPlatform } from '../../verifier/src/cli/watched-platform.ts';
import { readPolicy } from '../../verifier/src/tlog/policy.ts';
import type { Alarm } from '../../verifier/src/watch/alarms.ts';
import { Watch } from '../../verifier/src/watch/watch.ts';

const SOON = { timeout: 90_000, interval: 500 };
/** Enough for every kind of trade: transfers, a purchase, a limit order, a ticket, a position and its closing. */
const ACTS = 9;
let server: WholeServer;
let owner: pg.Client;
let watch: Watch;
let shopping: Shopping;
let folder: string;
let book: string;

beforeAll(async () => {
  server = await openWholeServer({ tlog: { origin: undefined, witnesses: 'own', quorum: 2 } });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  folder = mkdtempSync(join(tmpdir(), 'candor shop-'));
  const platform = watchedPlatform(server.origin);
  const read = await vi.waitFor(async () => {
    const policy = readPolicy(new TextDecoder().decode(await platform.file('/log/policy')));
    if ('violation' in policy) throw new Error(policy.violation);
    return policy;
  }, SOON);
  const deps = { platform, policy: read, verify: nodeSignatures(), nowMs: Date.now, lateMaxMs: 60_000 };
  watch = new Watch({ ...deps, graceMs: 0, pagesAgain: 1, random: () => 0 });
  const accounts = demoCustomers.map(({ account, password }) => ({ account, password }));
  const options = { url: server.origin, folder, symbol: 'BTC/USDT', lateMaxMs: 60_000 };
  shopping = await openShopping({ ...options, accounts, tradeEveryMs: 1 });
  for (let act = 0; act < ACTS; act += 1) {
    expect(await round()).toEqual([]);
  }
  // From here on, a second run of the watch resumes with what the first one stored, and places no more trades.
  shopping = await openShopping({ ...options, accounts, tradeEveryMs: Infinity });
  // Collects the alarms of all rounds, because each alarm is raised only once.
  const raised: Alarm[] = [];
  await vi.waitFor(async () => {
    raised.push(...(await round()));
    const proved = shopping.shoppers[0]?.notebook.proved ?? {};
    expect(Object.keys(proved)).toEqual(
      expect.arrayContaining(tradesOf('option').map((id) => `option ${id}`)),
    );
  }, SOON);
  expect(raised).toEqual([]);
  book = shopping.shoppers[0]?.notebook.customer ?? '';
}, 180_000);
afterAll(async () => {
  await owner.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function round(): Promise<readonly Alarm[]> {
  await watch.round();
  return shopping.round(watch);
}

/** Returns the ids of the first shopper's trades of a product that were sent, oldest first. */
function tradesOf(product: string, status?: string): readonly string[] {
  const trades = Object.values(shopping.shoppers[0]?.notebook.trades ?? {});
  return trades
    .filter((kept) => kept.product === product && (status === undefined || kept.seen['status'] === status))
    .map(({ id }) => id)
    .toSorted((one, other) => Number(one) - Number(other));
}

const byText = (one: string, other: string): number => (one < other ? -1 : 1);

/** Makes a forbidden change as the owner, who disables the guards. */
async function forge(...statements: readonly string[]): Promise<void> {
  await owner.query('set session_replication_role = replica');
  try {
    for (const statement of statements) await owner.query(statement);
  } finally {
    await owner.query('set session_replication_role = default');
  }
}

/** Returns the alarms about the first shopper after a change, which is undone afterwards. */
async function alarmsAfter(change: string, undo: string): Promise<readonly string[]> {
  await forge(change);
  try {
    return [...new Set((await round()).map(({ kind }) => kind))];
  } finally {
    await forge(undo);
  }
}

test('proves every trade, and keeps the evidence, while the platform deals fairly', () => {
  const notebook = shopping.shoppers[0]?.notebook;
  const names = new Set(Object.keys(notebook?.proved ?? {}).map((key) => key.split(' ')[0]));
  expect(names).toEqual(new Set(['option', 'position', 'spot']));
  expect(Object.keys(notebook?.own ?? {}).length).toBeGreaterThan(0);
  // Every order had a receipt, whose batch appeared in the log.
  const trades = Object.entries(notebook?.trades ?? {});
  expect(trades.filter(([, { receipt }]) => receipt === undefined)).toEqual([]);
  expect(Object.keys(notebook?.logged ?? {}).toSorted(byText)).toEqual(
    trades.map(([key]) => key).toSorted(byText),
  );
});

test('finds an order that is cancelled in the customer’s name, and one that has disappeared', async () => {
  const id = tradesOf('spot', 'open')[0];
  const where = `where book = ${book} and id = ${id}`;
  const { rows } = await owner.query<{ held: string }>(`select held from spot_order ${where}`);
  const back = `update spot_order set status = 'open', reason = null, held = ${rows[0]?.held} ${where}`;
  expect(
    await alarmsAfter(
      `update spot_order set status = 'cancelled', reason = 'customer', held = 0 ${where}`,
      back,
    ),
  ).toEqual(['cancelled_by_other', 'cancel_unsigned']);
  expect(
    await alarmsAfter(
      `update spot_order set book = -1 ${where}`,
      `update spot_order set book = ${book} where book = -1`,
    ),
  ).toEqual(['order_vanished', 'order_dropped']);
});

test('finds a fill whose price was raised after its answer', async () => {
  const id = tradesOf('spot', 'filled')[0];
  const where = `where book = ${book} and order_id = ${id}`;
  expect(
    await alarmsAfter(
      `update spot_fill set ${atPrice('price + 500')} ${where}`,
      `update spot_fill set ${atPrice('price - 500')} ${where}`,
    ),
  ).toEqual(['trade_differs']);
});

test('finds a purchase whose price was raised together with its journal and the balances', async () => {
  const id = tradesOf('spot', 'filled')[0];
  const [fill, journal] = [
    `book = ${book} and order_id = ${id}`,
    `book = ${book} and ref = 'spot_order:${id}'`,
  ];
  const { rows } = await owner.query<{ seq: string; amounts: string[] }>(
    `select seq, amounts::text[] from journal where ${journal} order by seq desc limit 1`,
  );
  const amounts = rows[0]?.amounts ?? [];
  // The customer's payment and the house's receipt both grow, so that the books still agree.
  const dearer = amounts.map((amount) => String(Number(amount) + 2 * Math.sign(Number(amount))));
  const set = (list: readonly string[]) =>
    `update journal set amounts = '{${list.join(',')}}' where book = ${book} and seq = ${rows[0]?.seq}`;
  const by = (amount: number) =>
    `update balance set amount = amount + ${amount} where book = ${book} and account = 'spot' and currency = 'USDT'`;
  await forge(by(-2), set(dearer));
  const found = await alarmsAfter(
    `update spot_fill set ${atPrice('price + 500')} where ${fill}`,
    `update spot_fill set ${atPrice('price - 500')} where ${fill}`,
  );
  await forge(by(2), set(amounts));
  // The changed fill was reported before, and each alarm is raised once.
  expect(found).toContain('record_differs');
});

/** Price, value and fee as the rules give them, so that only the stored answer reveals the change. */
const atPrice = (price: string): string => {
  const value = `ceil(quantity * (${price}) * 1e8) / 1e8`;
  return `price = ${price}, value = ${value}, fee = ceil(${value} * fee_rate * 1e8) / 1e8`;
};

test('finds a decided ticket that was voided', async () => {
  const id = tradesOf('option').find((one) => /won|lost/.test(statusOf(one)));
  const where = `where book = ${book} and id = ${id}`;
  const { rows } = await owner.query<{ pnl: string }>(`select pnl from option_ticket ${where}`);
  expect(
    await alarmsAfter(
      `update option_ticket set status = 'void', reason = 'gap_expiry', pnl = 0 ${where}`,
      `update option_ticket set status = '${statusOf(id)}', reason = null, pnl = ${rows[0]?.pnl} ${where}`,
    ),
  ).toEqual(['void_unfounded']);
});

function statusOf(id: string | undefined): string {
  return String(shopping.shoppers[0]?.notebook.trades[`option ${id}`]?.seen['status']);
}

test('finds a balance that was lowered without a journal', async () => {
  const where = `where book = ${book} and account = 'spot' and currency = 'USDT'`;
  expect(
    await alarmsAfter(
      `update balance set amount = amount - 1 ${where}`,
      `update balance set amount = amount + 1 ${where}`,
    ),
  ).toEqual(['balance_differs']);
});

test('finds an old grant that was reduced together with its journal and the balance', async () => {
  const grant = `where book = ${book} and kind = 'demo_grant'`;
  const { rows } = await owner.query<{ amounts: string[] }>(`select amounts::text[] from journal ${grant}`);
  const amounts = rows[0]?.amounts ?? [];
  const smaller = amounts.map((amount) => (Number(amount) === 100_000 ? '90000' : amount));
  const set = (list: readonly string[]) => `update journal set amounts = '{${list.join(',')}}' ${grant}`;
  const by = (amount: number) =>
    `update balance set amount = amount + ${amount} where book = ${book} and account = 'spot' and currency = 'USDT'`;
  await forge(by(-10_000));
  const found = await alarmsAfter(set(smaller), set(amounts));
  await forge(by(10_000));
  expect(found).toContain('record_differs');
});

// The order of these entries in the log depends on how soon the shopper's device was registered.
test.each([
  ['the journals', 'book', ['own_entry_differs']],
  // If the entry of a key does not open, the shopper finds one key fewer than the entries about the journals count.
  ['the device’s key', 'device_key', ['own_entry_differs', 'device_key_withheld']],
])(
  'finds an entry about %s whose content differs from the one that the customer received before',
  async (_, kind, expected) => {
    const { rows } = await owner.query<{ index: string; opening: string }>(
      `select index, opening from tlog_entry where book = ${book} and kind = '${kind}' order by index limit 1`,
    );
    const where = `where index = ${rows[0]?.index}`;
    expect(
      await alarmsAfter(
        `update tlog_entry set opening = opening || '0' ${where}`,
        `update tlog_entry set opening = '${rows[0]?.opening}' ${where}`,
      ),
    ).toEqual(expected);
  },
);
