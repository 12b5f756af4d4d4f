/** Two processes deliver from one database. Together they have no more attempts in flight to a webhook than one process alone. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import type { Periodic } from '../../db/periodic.ts';
import { Vault } from '../../identity/secrets/vault.ts';
import { takeDue } from './deliveries.ts';
import { limits } from './limits.ts';
import { startDelivering } from './outbox.ts';
import { newCode, newSecret, sealedSecrets } from './secrets.ts';
import { Receiver } from './testing/receiver.ts';

const BOOK = 100_001n;
const vault = new Vault(Buffer.alloc(32, 7));
let database: TestDatabase;
let pools: readonly [Pool, Pool];
let receiver: Receiver;
let webhooks = 0;

beforeAll(async () => {
  database = await freshDatabase();
  pools = [createPool(database.ownerUrl, { max: 4 }), createPool(database.ownerUrl, { max: 4 })];
  receiver = await Receiver.open();
  await pools[0].query('insert into book (id) values ($1)', [BOOK]);
  await pools[0].query(
    `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language, registered_ms)
      values ($1, 'c', 'c', 'c', 'c', '', '1990-01-01', 0, 'en', 0)`,
    [BOOK],
  );
});
afterEach(async () => {
  await pools[0].query(`delete from webhook_delivery`);
});
afterAll(async () => {
  await receiver.close();
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

/** Creates a webhook with a number of due events. */
async function hears(events: number): Promise<bigint> {
  webhooks += 1;
  const code = newCode();
  const sealed = Buffer.from(sealedSecrets(vault, code, { secret: newSecret() }), 'hex');
  await pools[0].query('alter table webhook disable trigger user');
  await pools[0].query(
    `insert into webhook (book, id, code, url, kinds, sealed, status, version, created_ms, since_ms)
      values ($1, $2, $3, $4, 'order.filled', $5, 'on', 1, 0, 0)`,
    [BOOK, webhooks, code, receiver.url, sealed],
  );
  await pools[0].query('alter table webhook enable trigger user');
  await pools[0].query(
    `insert into webhook_delivery (book, webhook, event, kind, payload, created_ms, status, next_try_ms)
      select $1, $2, 'many_' || n, 'test', '{}', 1, 'waiting', 0 from generate_series(1, $3::int) n`,
    [BOOK, webhooks, events],
  );
  return BigInt(webhooks);
}
const states = async () =>
  (
    await pools[0].query<{ status: string; many: number }>(
      'select status, count(*)::int as many from webhook_delivery group by 1 order by 1',
    )
  ).rows;

test('takes at most a webhook’s limit of deliveries, over both processes, until an outcome is recorded or a lease expires', async () => {
  const [crowded, other] = [await hears(10), await hears(1)];
  const nowMs = 1_000_000;
  const takes = (at: number) =>
    Promise.all(
      pools.flatMap((pool) => [pool, pool].map((one) => takeDue(one, { nowMs: at, kept: [], room: 50 }))),
    );
  const first = (await takes(nowMs)).flat();
  expect(first.filter(({ webhook }) => webhook === crowded)).toHaveLength(limits.atOnceMax);
  expect(first.filter(({ webhook }) => webhook === other)).toHaveLength(1);
  expect((await takes(nowMs + limits.leaseMs - 1)).flat()).toEqual([]);
  await pools[1].query(
    `update webhook_delivery set taken_until_ms = null, status = 'delivered', ended_ms = 1 where id = $1`,
    [first.find(({ webhook }) => webhook === crowded)?.id],
  );
  expect((await takes(nowMs + 1)).flat()).toHaveLength(1);
  // The two leases that expired without an outcome no longer count.
  const later = (await takes(nowMs + 2 * limits.leaseMs)).flat();
  expect(later.filter(({ webhook }) => webhook === crowded)).toHaveLength(limits.atOnceMax);
});

test('has at most two requests in flight to an address that hangs, from two dispatchers', async () => {
  await hears(8);
  const dispatchers: Periodic[] = pools.map((pool) =>
    startDelivering({
      ...{
        pool,
        vault,
        views: [],
        origins: [receiver.origin],
        now: Date.now,
        wallNow: Date.now,
        random: () => 0,
      },
      submit: () => Promise.reject(new Error('expected no webhook to be stopped')),
      onError: (error) => {
        throw error;
      },
    }),
  );
  try {
    receiver.manner = 'silent';
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), { timeout: 5000, interval: 20 });
    // Several turns of both dispatchers pass while the two attempts hang.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(receiver.received).toHaveLength(2);
    receiver.manner = 204;
    await vi.waitFor(async () => expect(await states()).toEqual([{ status: 'delivered', many: 8 }]), {
      timeout: 30_000,
      interval: 100,
    });
    expect(receiver.atOnce).toBe(limits.atOnceMax);
  } finally {
    await Promise.all(dispatchers.map((one) => one.stop()));
  }
}, 60_000);
