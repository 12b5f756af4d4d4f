/**
 * The outbox alone, on a database with many browsers: isolation of slow services, cleanup of expired sessions, and limits per
 * customer.
 */
import { HOUR_MS } from '@candor/domain/time.ts';
import webPush from 'web-push';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { openBook } from '../../ledger/book.ts';
import { LIMITS } from '../../limits.ts';
import { limits as pushLimits } from './limits.ts';
import type { Browser } from './testing/push-service.ts';
import { PushService } from './testing/push-service.ts';
import { spreadMessages } from './store.ts';
import { pushTurn } from './outbox.ts';
import { InFlight } from './in-flight.ts';

const NOW_MS = 1_800_000_000_000;

let database: TestDatabase;
let pool: Pool;
let owner: Pool;
let customer: bigint;
let session: bigint;
let names = 0;
let stopping: AbortController;
let inFlight: InFlight;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 4 });
  owner = createPool(database.ownerUrl, { max: 1 });
});
afterAll(async () => {
  await Promise.all([pool.end(), owner.end()]);
  await database.drop();
});
beforeEach(async () => {
  stopping = new AbortController();
  inFlight = new InFlight();
  names += 1;
  customer = await openBook(pool);
  await pool.query(
    `insert into customer (id, account, account_key, email, email_key, password_hash, birth_date, invited_by, language,
        registered_ms)
      values ($1, $2, $2, $3, $3, 'x', '1990-01-01', 0, 'en', 1)`,
    [customer, `pushed${names}`, `pushed${names}@example.com`],
  );
  session = await sessionOf(customer);
});
afterEach(async () => {
  stopping.abort();
  await inFlight.settled();
  await pool.query('delete from push_subscription');
});

async function sessionOf(who: bigint, { revoked = false } = {}): Promise<bigint> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into session (customer, token_hash, created_ms, seen_ms, expires_ms, revoked_ms, agent, address)
      values ($1, sha256(random()::text::bytea), 1, $2, $3, $4, '', '') returning id`,
    [who, NOW_MS, NOW_MS + 30 * 24 * HOUR_MS, revoked ? NOW_MS : null],
  );
  return BigInt(rows[0]?.id ?? 0);
}

async function subscribe({ subscription }: Browser): Promise<void> {
  await pool.query(
    `insert into push_subscription (customer, session, endpoint, p256dh, auth, details, created_ms)
      values ($1, $2, $3, $4, $5, false, 1)`,
    [
      ...[customer, session, subscription.endpoint],
      ...[subscription.p256dh, subscription.auth].map((text) => Buffer.from(text, 'base64url')),
    ],
  );
}

async function tell(kind: NoticeKind, count: number, everyMs = 1): Promise<void> {
  await pool.query(
    `insert into notice (book, id, kind, params, time_ms)
      select $1, nextval('row_id'), $2, '{}', $3::bigint + n * $5::bigint from generate_series(1, $4::int) n`,
    [customer, kind, NOW_MS, count, everyMs],
  );
}

function turn(services: readonly PushService[], nowMs = NOW_MS): Promise<void> {
  const keys = webPush.generateVAPIDKeys();
  for (const service of services) service.publicKey = keys.publicKey;
  const origins = services.map(({ origin }) => origin);
  return pushTurn(
    {
      pool,
      sender: {
        ...{ keys, subject: 'https://candor.example', services: { hosts: [], origins } },
        stopping: stopping.signal,
      },
      now: () => nowMs,
      onError: () => undefined,
    },
    inFlight,
  );
}

test('sends to a responsive service while hundreds of pushes to an unresponsive one are in flight', async () => {
  const [mute, prompt] = [await PushService.open(), await PushService.open()];
  for (let at = 0; at < 30; at += 1) {
    const silent = mute.browser();
    silent.manner = 'silent';
    await subscribe(silent);
  }
  await tell('kyc_approved', 20);
  await spreadMessages(pool, NOW_MS - 1);
  const phone = prompt.browser();
  await subscribe(phone);
  await tell('kyc_rejected', 1);
  await turn([mute, prompt]);
  await vi.waitFor(() => expect(phone.pushed).toHaveLength(1), { timeout: 3000, interval: 20 });
  expect(inFlight.size).toBeGreaterThanOrEqual(pushLimits.pushesServiceMax);
  expect(inFlight.size).toBeLessThan(pushLimits.pushesServiceMax + pushLimits.pushBatch);
  stopping.abort();
  await inFlight.settled();
  expect(inFlight.busyServices()).toEqual([]);
  await Promise.all([mute.close(), prompt.close()]);
});

test('deletes the subscriptions of all ended sessions, one batch per turn', async () => {
  const over = await sessionOf(customer, { revoked: true });
  const { pushLookedAt } = pushLimits;
  const count = pushLookedAt * 2 + pushLookedAt / 2;
  await pool.query(
    `insert into push_subscription (customer, session, endpoint, p256dh, auth, details, created_ms)
      select $1, case when n % 5 = 0 then $2::bigint else $3::bigint end, 'https://push.example/' || n, '', '', false, 1
        from generate_series(1, $4::int) n`,
    [customer, session, over, count],
  );
  const left = async (): Promise<number> => (await pool.query('select from push_subscription')).rowCount ?? 0;
  const seen: number[] = [];
  for (let at = 0; at < 4; at += 1) {
    await turn([]);
    seen.push(await left());
  }
  const gone = (looked: number) => count - (looked * 4) / 5;
  expect(seen).toEqual([gone(pushLookedAt), gone(2 * pushLookedAt), gone(count), gone(count)]);
});

test('sends nothing to a closed account whose session was not ended because of a crash', async () => {
  const service = await PushService.open();
  const phone = service.browser();
  await subscribe(phone);
  await tell('account_closed', 1);
  await owner.query(`update customer set status = 'closed', closed_ms = 1 where id = $1`, [customer]);
  await spreadMessages(pool, NOW_MS);
  await turn([service]);
  await inFlight.settled();
  expect(phone.tries).toBe(0);
  expect((await pool.query('select from push_subscription')).rowCount).toBe(0);
  await service.close();
});

test('sets the time to live of a delayed push to the rest of its day', async () => {
  const service = await PushService.open();
  const phone = service.browser();
  await subscribe(phone);
  await tell('kyc_approved', 1);
  await spreadMessages(pool, NOW_MS);
  const late = pushLimits.pushKeptMs - 90_000;
  await turn([service], NOW_MS + late);
  await inFlight.settled();
  expect(phone.pushed.map(({ ttl }) => ttl)).toEqual([90]);
  await service.close();
});

test.each([
  ['price_alert', 1000, LIMITS.mail.noticesHourMax],
  ['order_bought', 1000, LIMITS.mail.noticesHourMax],
  ['limits_changed', 1000, LIMITS.mail.noticesHourMax],
  // More of these messages are written in one hour than may be sent.
  ['price_alert', 90_000, LIMITS.mail.noticesHourMax],
  ['price_alert', HOUR_MS / 20, 40],
  ['position_warned', 1000, 40],
] as const)('of forty %s messages written %i ms apart, sends %i', async (kind, everyMs, pushed) => {
  const service = await PushService.open();
  await subscribe(service.browser());
  await tell(kind, 40, everyMs);
  while ((await spreadMessages(pool, NOW_MS)) > 0);
  expect((await pool.query('select from push_delivery')).rowCount).toBe(pushed);
  // Messages of a different kind are still sent.
  await tell('withdrawal_requested', 1);
  while ((await spreadMessages(pool, NOW_MS)) > 0);
  expect((await pool.query('select from push_delivery')).rowCount).toBe(pushed + 1);
  await service.close();
});
