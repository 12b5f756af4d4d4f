/**
 * Measures how long screens with lists take on a database with years of data: 10 million postings and a million orders,
 * of which the measured customer owns one percent. Each call goes through the real server's HTTP, one after the other.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DAY_MS } from '@candor/domain/time.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import { makeManyRows } from '@candor/testing/many-rows.ts';
import { customerAt, tradeOneOfEach, withdrawAndPay } from '@candor/testing/one-of-each.ts';
import { freePort, startServer } from '@candor/testing/running-server.ts';
import type { RunningServer } from '@candor/testing/running-server.ts';
import { askConsole, consoleCalls, customerCalls } from '@candor/testing/screen-calls.ts';
import { startPostgres } from '../server/src/db/postgres.ts';
import type { Postgres } from '../server/src/db/postgres.ts';
import { percentile } from './figure.ts';
import type { Figure } from './figure.ts';
import { atShare } from './share.ts';

const POSTINGS = 10_000_000;
const ROWS = {
  ...{ customers: 10_000, orders: 1_000_000, tickets: 300_000 },
  ...{ withdrawals: 100_000, notices: 300_000, acts: 100_000 },
};
/** Fewer would leave queues and pages empty. */
const LEAST_ROWS = 2_000;
const SAMPLES = 24;
const GOAL_MS = 50;
/**
 * The pause between two calls. It keeps the calls below the rate limits of a customer and of an operator, which a
 * person would not reach.
 */
const PAUSE_MS = 250;

export async function benchLarge(share: number): Promise<readonly Figure[]> {
  const sized = (full: number) => atShare(share, full, LEAST_ROWS);
  const directory = mkdtempSync(join(tmpdir(), 'candor-large-'));
  chmodSync(directory, 0o755);
  const postgres = await startPostgres({ directory, settings: { max_wal_size: '8GB' } });
  try {
    const book = await firstRows(directory, postgres);
    const beganMs = performance.now();
    const journals = await journalsFor(postgres.ownerUrl, { book, postings: sized(POSTINGS) });
    await makeManyRows(postgres.ownerUrl, BigInt(book), {
      ...{ customers: sized(ROWS.customers), orders: sized(ROWS.orders), tickets: sized(ROWS.tickets) },
      ...{ withdrawals: sized(ROWS.withdrawals), notices: sized(ROWS.notices), acts: sized(ROWS.acts) },
      journals,
    });
    const counted = await counts(postgres.ownerUrl);
    process.stdout.write(`made in ${((performance.now() - beganMs) / 1000).toFixed(0)} s: ${counted}\n`);
    // Runs without a guard, which would report the generated rows as violations.
    const server = await start(directory, postgres, ['--role', 'market']);
    const figures = await measure(server, book, postgres.ownerUrl);
    await stop(server);
    return figures;
  } finally {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function start(
  directory: string,
  postgres: Postgres,
  more: readonly string[] = [],
): Promise<RunningServer> {
  return startServer({
    data: join(directory, 'server'),
    port: await freePort(),
    more: ['--metrics-port', 'none', ...more],
    env: {
      DATABASE_URL: postgres.url,
      DATABASE_OWNER_URL: postgres.ownerUrl,
      DATABASE_TAPE_URL: postgres.tapeUrl,
      DATABASE_DOOR_URL: postgres.doorUrl,
      DATABASE_GUARD_URL: postgres.guardUrl,
    },
  });
}

async function stop(server: RunningServer): Promise<void> {
  server.process.kill('SIGTERM');
  await server.ended;
}

/** A server writes one row of each kind, which are then copied. Returns the customer's number. */
async function firstRows(directory: string, postgres: Postgres): Promise<string> {
  const server = await start(directory, postgres);
  const customer = await customerAt(server.origin);
  await tradeOneOfEach(customer);
  await withdrawAndPay(customer, server, postgres.ownerUrl);
  const { id } = await customer<{ id: string }>('GET user/info');
  await stop(server);
  return id;
}

async function asked(url: string, sql: string): Promise<readonly Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query<Record<string, string>>(sql).finally(() => client.end())).rows;
}

/** Three of every four copies are of a purchase; the fourth is of an option's stake. */
async function journalsFor(
  url: string,
  { book, postings }: { readonly book: string; readonly postings: number },
): Promise<number> {
  const [row] = await asked(
    url,
    `select ceil(${postings} / (0.75 * avg(cardinality(amounts)) filter (where kind = 'spot_buy')
        + 0.25 * avg(cardinality(amounts)) filter (where kind = 'option_stake'))) as journals
      from journal where book = ${book}`,
  );
  return Number(row?.['journals']);
}

async function counts(url: string): Promise<string> {
  const [row] = await asked(
    url,
    `select (select sum(cardinality(amounts)) from journal) as postings, (select count(*) from spot_order) as orders,
      pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  return `${row?.['postings']} postings, ${row?.['orders']} orders, ${row?.['size']}`;
}

async function measure(server: RunningServer, book: string, ownerUrl: string): Promise<readonly Figure[]> {
  const customer = await customerAt(server.origin);
  const ada = await openConsoleLine({ origin: server.origin, url: ownerUrl }, 'ada');
  const month = new Date(Date.now() - 40 * DAY_MS).toISOString().slice(0, 7);
  const figures: Figure[] = [];
  for (const call of customerCalls(month))
    figures.push(await p95(call, () => customer(call.name, call.fields)));
  for (const call of consoleCalls(book)) figures.push(await p95(call, () => askConsole(ada, call)));
  return figures;
}

async function p95(
  { screen, name, fields }: ReturnType<typeof customerCalls>[number],
  work: () => Promise<unknown>,
): Promise<Figure> {
  const tookMs: number[] = [];
  // The first calls plan the statements and read the pages that everybody reads.
  for (let sample = -3; sample < SAMPLES; sample += 1) {
    const beganMs = performance.now();
    await work();
    if (sample >= 0) tookMs.push(performance.now() - beganMs);
    await delay(PAUSE_MS);
  }
  const shown = fields === undefined ? name : `${name} ${JSON.stringify(fields)}`;
  return {
    name: `${screen}: ${shown}, p95`,
    value: percentile(tookMs, 0.95),
    unit: 'ms',
    goal: { atMost: GOAL_MS },
  };
}
