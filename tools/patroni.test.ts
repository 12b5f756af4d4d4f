/**
 * The primary of a cluster under Patroni is lost while customers trade. Patroni promotes the synchronous standby without
 * anybody's help, and the server continues with it: nothing acknowledged is lost, orders are accepted again within half a
 * minute, and the old primary comes back as a standby.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { grantedMs } from '@candor/testing/busy-machine.ts';
import { OrderLoad } from '@candor/testing/order-load.ts';
import { ask, auditOf, makeRoles, makeSecrets, serveOn } from './database/own-database.ts';
import type { Login } from './database/own-database.ts';
import { startPatroniCluster } from './database/patroni-cluster.ts';
import type { NodeName, PatroniCluster } from './database/patroni-cluster.ts';
import { etcd, patroni, postgresBin } from './database/programs.ts';

const ORDERS_AGAIN_MS = 30_000;
const LOAD_MS = 3000;
const GIVE_UP_MS = 150_000;
const data = mkdtempSync(join(tmpdir(), 'candor-patroni-data-'));
const secrets = mkdtempSync(join(tmpdir(), 'candor-patroni-secrets-'));
let cluster: PatroniCluster;
let secret: (name: string) => string;

beforeAll(async () => {
  cluster = await startPatroniCluster({ bin: postgresBin(), patroni: patroni(), etcd: etcd() });
  const first = await cluster.settled().catch((error: unknown) => {
    console.info(cluster.printed());
    throw error;
  });
  secret = await makeSecrets(secrets, `127.0.0.1:${cluster.portOf(first)}`);
  await makeRoles(cluster.superUrl(first), secrets);
}, 300_000);
afterAll(async () => {
  await cluster.stop();
  for (const folder of [data, secrets]) rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Names all nodes, as an administrator would. */
function everyHost(login: Login): string {
  const url = secret(`${login}-url`);
  return url.replace(new URL(url).host, cluster.hosts);
}
function only(name: NodeName, login: Login): string {
  const url = secret(`${login}-url`);
  return url.replace(new URL(url).host, `127.0.0.1:${cluster.portOf(name)}`);
}

const idsOf = ({ acknowledged }: OrderLoad): string[] =>
  acknowledged.map(({ order }) => (JSON.parse(order) as { message: { id: string } }).message.id);

test('continues with the standby that Patroni promotes, loses nothing that was acknowledged, and takes the old primary back', async () => {
  const server = await serveOn(everyHost, { data });
  onTestFailed(() => console.info(server.printed(), cluster.printed()));
  const load = new OrderLoad(server.origin);
  await load.start();
  await delay(LOAD_MS);
  const before = load.acknowledged.length;
  expect(before).toBeGreaterThan(20);

  const lost = (await cluster.primary()) as NodeName;
  const killedAt = performance.now();
  cluster.kill(lost);
  await expect
    .poll(() => cluster.primary(), { timeout: GIVE_UP_MS, interval: 50 })
    .toMatch(new RegExp(`^(?!${lost}$)`));
  const promotedMs = Math.round(performance.now() - killedAt);
  const known = load.acknowledged.length;
  await expect
    .poll(() => load.acknowledged.length, { timeout: GIVE_UP_MS, interval: 50 })
    .toBeGreaterThan(known);
  const againMs = Math.round(performance.now() - killedAt);
  await delay(LOAD_MS);
  await load.stop();
  console.info(
    `a new primary after ${promotedMs} ms, and orders again ${againMs} ms after the loss (goal ≤ ${ORDERS_AGAIN_MS}); ` +
      `${before} acknowledged before, ${load.acknowledged.length - before} after`,
  );
  expect(againMs).toBeLessThan(grantedMs(ORDERS_AGAIN_MS));

  const next = (await cluster.primary()) as NodeName;
  expect(next).not.toBe(lost);
  const rows = await ask<{ id: string }>(only(next, 'owner'), 'select id from spot_order');
  const kept = new Set(rows.map(({ id }) => id));
  const acknowledged = idsOf(load);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  for (const order of load.acknowledged.slice(-20)) expect(await load.repeat(order)).toBe(order.order);
  expect(load.unexpected).toEqual([]);

  cluster.start(lost);
  expect(await cluster.settled()).toBe(next);
  const [old] = await ask<{ follows: boolean }>(
    cluster.superUrl(lost),
    'select pg_is_in_recovery() as follows',
  );
  expect(old).toEqual({ follows: true });
  await expect
    .poll(() => auditOf(only(next, 'app')), { timeout: 60_000, interval: 1000 })
    .toContain('Every invariant holds.');
  server.process.kill('SIGTERM');
  expect(await server.ended, server.printed()).toBe(0);
}, 400_000);
