/**
 * The primary is killed while customers trade, and its synchronous standby is promoted. The same server continues with it:
 * nothing acknowledged is lost, orders are accepted again within half a minute, one process leads the market, and the books
 * are in order.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { grantedMs } from '@candor/testing/busy-machine.ts';
import { OrderLoad } from '@candor/testing/order-load.ts';
import { auditOf, ask, serveOn, startOwnDatabase } from './database/own-database.ts';
import type { Login, OwnDatabase } from './database/own-database.ts';
import { postgresBin } from './database/programs.ts';
import { killAll, startStandby } from './database/standby.ts';
import type { Standby } from './database/standby.ts';

const ORDERS_AGAIN_MS = 30_000;
const LOAD_MS = 3000;
const GIVE_UP_MS = 150_000;
let primary: OwnDatabase;
let standby: Standby;
const data = mkdtempSync(join(tmpdir(), 'candor-standby-data-'));

beforeAll(async () => {
  const bin = postgresBin();
  primary = await startOwnDatabase(bin);
  standby = await startStandby(bin, primary);
});
afterAll(async () => {
  await standby.stop();
  await primary.stop();
  rmSync(data, { recursive: true, force: true });
});

/** Names the primary and the standby, in the order in which an administrator would write them. */
function bothHosts(login: Login): string {
  const { host } = new URL(primary.url(login));
  return primary.url(login).replace(host, `${host},127.0.0.1:${standby.port}`);
}
function promoted(login: Login): string {
  const { host } = new URL(primary.url(login));
  return primary.url(login).replace(host, `127.0.0.1:${standby.port}`);
}

const idsOf = ({ acknowledged }: OrderLoad): string[] =>
  acknowledged.map(({ order }) => (JSON.parse(order) as { message: { id: string } }).message.id);

test('continues with the promoted standby, and loses nothing that was acknowledged', async () => {
  const server = await serveOn(bothHosts, { data });
  onTestFailed(() => console.info(server.printed()));
  const load = new OrderLoad(server.origin);
  await load.start();
  await delay(LOAD_MS);
  const before = load.acknowledged.length;
  expect(before).toBeGreaterThan(20);

  const killedAt = performance.now();
  killAll(primary.pid);
  await standby.promote();
  const known = load.acknowledged.length;
  await expect
    .poll(() => load.acknowledged.length, { timeout: GIVE_UP_MS, interval: 50 })
    .toBeGreaterThan(known);
  const againMs = Math.round(performance.now() - killedAt);
  await delay(LOAD_MS);
  await load.stop();
  console.info(
    `orders again ${againMs} ms after the primary was killed (goal ≤ ${ORDERS_AGAIN_MS}); ` +
      `${before} acknowledged before, ${load.acknowledged.length - before} after`,
  );
  expect(againMs).toBeLessThan(grantedMs(ORDERS_AGAIN_MS));

  const rows = await ask<{ id: string }>(promoted('owner'), 'select id from spot_order');
  const kept = new Set(rows.map(({ id }) => id));
  const acknowledged = idsOf(load);
  console.info(
    `${acknowledged.filter((id) => !kept.has(id)).length} of ${acknowledged.length} acknowledged orders lost`,
  );
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  for (const order of load.acknowledged.slice(-20)) expect(await load.repeat(order)).toBe(order.order);
  expect(load.unexpected).toEqual([]);

  const leaders = await ask<{ owner: string; fresh: boolean }>(
    promoted('owner'),
    `select owner, beat > clock_timestamp() - interval '2 seconds' as fresh from leader where role = 'market'`,
  );
  expect(leaders.map(({ fresh }) => fresh)).toEqual([true]);
  await expect
    .poll(() => auditOf(promoted('app')), { timeout: 60_000, interval: 1000 })
    .toContain('Every invariant holds.');
  expect(server.process.exitCode).toBeNull();
  server.process.kill('SIGTERM');
  expect(await server.ended, server.printed()).toBe(0);
}, 400_000);
