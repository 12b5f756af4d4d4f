/**
 * No screen reads more rows as the tables grow: every query that the home screen, the histories, the statements and the
 * console's queues send is planned on grown tables, and none of the plans scans a whole table.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS } from '@candor/domain/time.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import { makeManyRows } from '@candor/testing/many-rows.ts';
import { customerAt, tradeOneOfEach, withdrawAndPay } from '@candor/testing/one-of-each.ts';
import { askConsole, consoleCalls, customerCalls } from '@candor/testing/screen-calls.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../server/src/db/pool.ts';
import type { Pool } from '../server/src/db/pool.ts';
import { wholeScans } from './database/plans.ts';

type Asked = { readonly text: string; readonly values: readonly unknown[] };
const ROWS = {
  customers: 300,
  orders: 6000,
  journals: 12_000,
  tickets: 4000,
  withdrawals: 4000,
  notices: 4000,
  acts: 4000,
};

let server: WholeServer;
let owner: Pool;
let customer: Awaited<ReturnType<typeof customerAt>>;
let book: string;

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  customer = await customerAt(server.origin);
  await tradeOneOfEach(customer);
  await withdrawAndPay(customer, server, server.ownerUrl);
  ({ id: book } = await customer<{ id: string }>('GET user/info'));
  owner = createPool(server.ownerUrl, { max: 2 });
  await makeManyRows(server.ownerUrl, BigInt(book), ROWS);
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});

/** The queries that the server sends during the work. */
async function askedDuring(work: () => Promise<unknown>): Promise<readonly Asked[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return spy.mock.calls.flatMap((given: readonly unknown[]) => {
      const [first, second] = given;
      if (typeof first === 'string') return [{ text: first, values: Array.isArray(second) ? second : [] }];
      const { text, values } = (first ?? {}) as { text?: string; values?: unknown[] };
      return typeof text === 'string'
        ? [{ text, values: values ?? (Array.isArray(second) ? second : []) }]
        : [];
    });
  } finally {
    spy.mockRestore();
  }
}

async function violationsOf(asked: readonly Asked[]): Promise<readonly string[]> {
  const selects = asked.filter(({ text }) => /^\s*(?:select|with)\b/i.test(text));
  const found = new Set<string>();
  for (const { text, values } of selects)
    for (const scan of await wholeScans(owner, text, values)) found.add(`${scan}\n${text}`);
  return [...found];
}

const month = new Date(Date.now() - 40 * DAY_MS).toISOString().slice(0, 7);
test.for(customerCalls(month))('$screen: $name $fields scans no whole table', async ({ name, fields }) => {
  const asked = await askedDuring(() => customer(name, fields));
  expect(asked.length).toBeGreaterThan(0);
  expect(await violationsOf(asked)).toEqual([]);
});

test.for(consoleCalls(''))('$screen: $name $fields scans no whole table', async (call) => {
  const ada = await openConsoleLine(server, 'ada');
  const fields = call.fields?.['customer'] === undefined ? call.fields : { customer: book };
  const asked = await askedDuring(() =>
    askConsole(ada, { ...call, ...(fields !== undefined && { fields }) }),
  );
  expect(asked.length).toBeGreaterThan(0);
  expect(await violationsOf(asked)).toEqual([]);
});

test('finds a query that scans a whole table', async () => {
  expect(await wholeScans(owner, 'select count(*) from journal where slot = $1', [1])).not.toEqual([]);
  expect(await wholeScans(owner, 'select * from spot_order order by book, id', [])).not.toEqual([]);
  expect(await wholeScans(owner, 'select * from spot_order order by book, id limit 5', [])).toEqual([]);
  expect(await wholeScans(owner, 'select * from journal where book = $1', [book])).toEqual([]);
});
