/**
 * Measures what the transparency log and the receipts cost an order: the processor time of their functions in the server and of
 * their statements in the database, as a share of all processor time that orders use in both. Unlike a comparison of rates,
 * this is hardly affected by what else the machine does.
 */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Figure } from './figure.ts';
import { OrderConnection } from './order-client.ts';
import { closedLoop, spotOrders } from './orders.ts';
import { startServer } from './running-server.ts';

const CONNECTIONS = 128;
const SECONDS = 30;
const WARM_UP_SECONDS = 5;

/** The functions of these files, and all that they call, exist for the log and the receipts. */
const OF_LOG = /\/server\/src\/(?:commands\/(?:receipts|leaves)|proofs\/tlog\/[\w-]+)\.ts$/;
/** So do the statements about these tables. */
const LOG_STATEMENTS = `query ~ 'tlog_'`;
/** A batch's row also stores answers, which would be stored without receipts too. */
const BATCH_STATEMENTS = `query ~ 'receipt_batch'`;
/** Inserts the newest batches again, once whole and once without what receipts add, and returns both times. */
const BATCHES_AGAIN = `
do $$
declare
  one record;
  from_time timestamptz;
  whole interval := '0';
  alone interval := '0';
begin
  create table whole_batch (like receipt_batch including all);
  create table answers_alone (number bigint primary key, answers text);
  alter table answers_alone alter column answers set storage external;
  -- The values are assembled before the clock starts, so only the inserts are timed.
  for one in select number, at_ms, accepted_ms, heads, leaves || ''::bytea as leaves, root, signature, answers || '' as answers
    from receipt_batch order by number desc limit 2000
  loop
    from_time := clock_timestamp();
    insert into whole_batch (number, at_ms, accepted_ms, heads, leaves, root, signature, answers)
      values (one.number, one.at_ms, one.accepted_ms, one.heads, one.leaves, one.root, one.signature, one.answers);
    whole := whole + (clock_timestamp() - from_time);
    from_time := clock_timestamp();
    insert into answers_alone values (one.number, one.answers);
    alone := alone + (clock_timestamp() - from_time);
  end loop;
  create table times (whole interval, alone interval);
  insert into times values (whole, alone);
end
$$`;

type Profile = {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};
type ProfileNode = {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
};

export async function benchLogCost(): Promise<Figure[]> {
  const profiles = await mkdtemp(join(tmpdir(), 'candor-profiles-'));
  const settings = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'top' };
  const nodeArguments = ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
  const server = await startServer(CONNECTIONS, [], { settings, nodeArguments });
  const owner = new pg.Client({ connectionString: server.postgres.ownerUrl });
  let stopped = false;
  try {
    await owner.connect();
    await owner.query('create extension pg_stat_statements');
    const connections: OrderConnection[] = [];
    for (const token of server.tokens)
      connections.push(await OrderConnection.open(server.port, spotOrders.orders(server.port, token)));
    await closedLoop(connections, WARM_UP_SECONDS);
    await owner.query('select pg_stat_statements_reset()');
    const orders = (await closedLoop(connections, SECONDS)) * SECONDS;
    const { logMs, allMs } = await databaseTimes(owner);
    for (const connection of connections) connection.close();
    await owner.end();
    await server.stop();
    stopped = true;
    const inServer = await serverTimes(profiles);
    // The profile also covers the warm-up; its orders are few, and both parts of the share contain them.
    const perOrder = orders * ((SECONDS + WARM_UP_SECONDS) / SECONDS);
    const logUs = inServer.logUs / perOrder + (logMs * 1000) / orders;
    const allUs = inServer.busyUs / perOrder + (allMs * 1000) / orders;
    return [
      {
        name: 'log-cost: share of the processor time of orders',
        value: (100 * logUs) / allUs,
        unit: '%',
        goal: { atMost: 5 },
      },
      { name: 'log-cost: in the server, per order', value: inServer.logUs / perOrder, unit: 'µs' },
      { name: 'log-cost: in the database, per order', value: (logMs * 1000) / orders, unit: 'µs' },
      { name: 'log-cost: total of an order', value: allUs, unit: 'µs' },
    ];
  } finally {
    if (!stopped) await server.stop();
    await rm(profiles, { recursive: true, force: true });
  }
}

/** Returns the time of the log's statements, receipts included, and of all statements since the last reset. */
async function databaseTimes(owner: pg.Client): Promise<{ logMs: number; allMs: number }> {
  const { rows } = await owner.query<{ log_ms: number; batch_ms: number; all_ms: number }>(
    `select coalesce(sum(total_exec_time) filter (where ${LOG_STATEMENTS}), 0) as log_ms,
        coalesce(sum(total_exec_time) filter (where ${BATCH_STATEMENTS} and not ${LOG_STATEMENTS}), 0) as batch_ms,
        sum(total_exec_time) as all_ms
      from pg_stat_statements`,
  );
  const [database] = rows as [{ log_ms: number; batch_ms: number; all_ms: number }];
  await owner.query(BATCHES_AGAIN);
  const again = await owner.query<{ added: number }>(
    'select 1 - extract(epoch from alone)::float8 / extract(epoch from whole)::float8 as added from times',
  );
  const [{ added }] = again.rows as [{ added: number }];
  return { logMs: database.log_ms + database.batch_ms * added, allMs: database.all_ms };
}

/** Sums the profile of every process and thread of the server. */
async function serverTimes(folder: string): Promise<{ logUs: number; busyUs: number }> {
  const total = { logUs: 0, busyUs: 0 };
  for (const name of await readdir(folder)) {
    const profile = JSON.parse(await readFile(join(folder, name), 'utf8')) as Profile;
    const { logUs, busyUs } = timesOf(profile);
    total.logUs += logUs;
    total.busyUs += busyUs;
  }
  return total;
}

/** Time outside V8, such as a call of the operating system, counts as busy; waiting does not. */
export function timesOf({ nodes, samples, timeDeltas }: Profile): { logUs: number; busyUs: number } {
  const idle = new Set<number>();
  const ofLog = new Set<number>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const mark = (node: ProfileNode, inherited: boolean): void => {
    const own = inherited || OF_LOG.test(node.callFrame.url);
    if (own) ofLog.add(node.id);
    if (node.callFrame.functionName === '(idle)') idle.add(node.id);
    for (const child of node.children ?? []) mark(byId.get(child) as ProfileNode, own);
  };
  const [root] = nodes;
  if (root !== undefined) mark(root, false);
  let logUs = 0;
  let busyUs = 0;
  samples.forEach((id, at) => {
    const us = timeDeltas[at] ?? 0;
    if (!idle.has(id)) busyUs += us;
    if (ofLog.has(id)) logUs += us;
  });
  return { logUs, busyUs };
}
