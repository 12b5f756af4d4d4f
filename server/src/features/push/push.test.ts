/** Web Push through the API and a local push service that decrypts what it receives and verifies the signature. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { tellCustomer } from '../../identity/mail/notices.ts';
import { limits } from './limits.ts';
import { pushTurn } from './outbox.ts';
import type { Browser } from './testing/push-service.ts';
import { PushService } from './testing/push-service.ts';
import { InFlight } from './in-flight.ts';

let service: PushService;
let server: WholeServer;
let pool: Pool;
let lena: bigint;
let token: string;

beforeAll(async () => {
  service = await PushService.open();
  server = await openWholeServer({ pushServices: `fcm.googleapis.com,${service.origin}` });
  pool = createPool(server.ownerUrl, { max: 4 });
  token = await server.login(0);
  lena = BigInt(
    (await pool.query<{ id: string }>(`select id from customer where account = 'lena'`)).rows[0]?.id ?? 0,
  );
  service.publicKey = ((await ask('GET user/push_key')).message as CallOutput<'GET user/push_key'>).key;
  // Waits until the login message has been processed, while no browser is subscribed.
  await pause();
});
afterEach(async () => {
  await pool.query('delete from push_subscription');
  await pool.query('delete from notification_choice');
});
afterAll(async () => {
  await pool.end();
  await server.stop();
  await service.close();
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
});

async function ask(name: string, fields: Record<string, unknown> = {}, by = token) {
  return (await server.call(name, { token: by, fields })).body;
}

async function browser(change: { details?: boolean; by?: string } = {}): Promise<Browser> {
  const made = service.browser();
  const { details, by } = change;
  const fields = { ...made.subscription, ...(details !== undefined && { details }) };
  expect(await ask('POST user/push_subscribe', fields, by)).toMatchObject({ type: 'ok' });
  return made;
}

const tell = (kind: NoticeKind, params: Record<string, string> = {}, customer = lena): Promise<void> =>
  inTransaction(pool, (connection) =>
    tellCustomer(connection, { customer, kind, params, nowMs: Date.now() }),
  );
const deposit = () => tell('deposit_credited', { amount: '1234.5', currency: 'USDT' });

const soon = { timeout: 6000, interval: 20 };
const arrives = (at: Browser, count: number) => vi.waitFor(() => expect(at.pushed).toHaveLength(count), soon);
/** Waits long enough for one turn of the outbox. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 1300));

describe('a subscribed browser', () => {
  test('receives each push once, signed, encrypted for this browser, and with the subject but no amounts', async () => {
    const [phone, tablet] = [await browser(), await browser({ details: true })];
    await deposit();
    await arrives(phone, 1);
    await arrives(tablet, 1);
    const [onPhone, onTablet] = [phone.pushed[0], tablet.pushed[0]];
    expect(onPhone?.audience).toBe(service.origin);
    expect(Math.abs((onPhone?.ttl ?? 0) - 24 * 3600)).toBeLessThan(20);
    const { items } = (await ask('GET user/usermessage', { limit: '1' }))
      .message as CallOutput<'GET user/usermessage'>;
    expect(onPhone?.payload).toEqual({ id: items[0]?.id, title: 'Your deposit has arrived', body: '' });
    expect(onTablet?.payload['body']).toContain('credited 1234.5 USDT from your deposit');
    await pause();
    expect([phone.tries, tablet.tries]).toEqual([1, 1]);
    expect((await pool.query('select from push_delivery')).rowCount).toBe(0);
  });

  test('receives pushes in the customer’s language', async () => {
    await ask('POST set/lang', { language: 'es' });
    const phone = await browser();
    await tell('kyc_approved');
    await arrives(phone, 1);
    await ask('POST set/lang', { language: 'en' });
    expect(phone.pushed[0]?.payload['title']).toBe('Tu identidad está verificada');
  });

  test('receives no pushes on muted topics, and none after unsubscribing', async () => {
    const phone = await browser();
    await ask('POST user/notice_choice', { topic: 'money', channel: 'push', enabled: false });
    await deposit();
    await tell('kyc_approved');
    await arrives(phone, 1);
    expect(phone.pushed[0]?.payload['title']).toBe('Your identity is verified');
    await ask('POST user/push_unsubscribe', { endpoint: phone.endpoint });
    await tell('kyc_approved');
    await pause();
    expect(phone.tries).toBe(1);
  });

  test('receives muted security messages if the customer has no email address', async () => {
    const phone = await browser();
    await ask('POST user/notice_choice', { topic: 'margin', channel: 'push', enabled: false });
    const warned = { symbol: 'BTC/USDT', share: '75%' };
    await tell('position_warned', warned);
    await pause();
    expect(phone.tries).toBe(0);
    await pool.query('update customer set email = null, email_key = null where id = $1', [lena]);
    await tell('position_warned', warned);
    await arrives(phone, 1);
    const way = { topic: 'margin', channel: 'push' };
    expect((await ask('GET user/notice_choices')).message).toContainEqual({
      ...way,
      enabled: true,
      fixed: true,
    });
    expect(await ask('POST user/notice_choice', { ...way, enabled: false })).toMatchObject({
      error: 'state_abnormal',
    });
    await pool.query(
      `update customer set email = 'lena@demo.example', email_key = 'lena@demo.example' where id = $1`,
      [lena],
    );
  });

  test('receives nothing after its session has expired', async () => {
    const other = await server.login(0);
    // The login also causes a message.
    await pause();
    const [stays, ends] = [await browser(), await browser({ by: other })];
    await ask('POST user/logout', {}, other);
    await deposit();
    await arrives(stays, 1);
    await pause();
    expect(ends.tries).toBe(0);
    expect((await pool.query('select from push_subscription')).rowCount).toBe(1);
  });

  test('receives only the pushes of the customer who subscribed it last', async () => {
    const wei = await server.login(1);
    const phone = await browser();
    expect(await ask('POST user/push_subscribe', phone.subscription, wei)).toMatchObject({ type: 'ok' });
    await deposit();
    await pause();
    expect(phone.tries).toBe(0);
    await ask('POST user/push_unsubscribe', { endpoint: phone.endpoint });
    expect((await pool.query('select from push_subscription')).rowCount).toBe(1);
  });

  test('replaces the customer’s newest browser if there are already twenty', async () => {
    const all: Browser[] = [];
    for (let at = 0; at < 30; at += 1) all.push(await browser());
    expect((await pool.query('select from push_subscription')).rowCount).toBe(20);
    // A repeated subscription keeps its place in the order.
    expect(await ask('POST user/push_subscribe', { ...all[0]?.subscription, details: true })).toMatchObject({
      type: 'ok',
    });
    all.push(await browser());
    await deposit();
    await arrives(all.at(-1)!, 1);
    await pause();
    const told = all.flatMap(({ tries }, at) => (tries === 1 ? [at] : []));
    expect(told).toEqual([...Array.from({ length: 19 }, (_, at) => at), 30]);
  });
});

describe('a response from the push service', () => {
  test.each([404, 410])('with status %i deletes the subscription', async (manner) => {
    const phone = await browser();
    phone.manner = manner;
    await deposit();
    await vi.waitFor(
      async () => expect((await pool.query('select from push_subscription')).rowCount).toBe(0),
      soon,
    );
    expect(phone.tries).toBe(1);
  });

  test.each([400, 403, 413])(
    'with status %i drops the push without a retry and keeps the subscription',
    async (manner) => {
      const phone = await browser();
      phone.manner = manner;
      await deposit();
      await vi.waitFor(() => expect(phone.tries).toBe(1), soon);
      await vi.waitFor(
        async () => expect((await pool.query('select from push_delivery')).rowCount).toBe(0),
        soon,
      );
      expect((await pool.query('select from push_subscription')).rowCount).toBe(1);
    },
  );

  test('is not followed if it redirects', async () => {
    const phone = await browser();
    phone.manner = 'redirects';
    await deposit();
    await vi.waitFor(() => expect(phone.tries).toBe(1), soon);
    await pause();
    expect([service.strayed, phone.tries]).toEqual([[], 1]);
  });

  test.each([429, 500, 503])(
    'with status %i causes a retry, after which the browser has received the push once',
    async (manner) => {
      const phone = await browser();
      phone.manner = manner;
      await deposit();
      await vi.waitFor(() => expect(phone.tries).toBe(1), soon);
      const due = async () =>
        Number(
          (await pool.query<{ at: string }>('select next_try_ms as at from push_delivery')).rows[0]?.at ?? 0,
        );
      expect((await due()) - Date.now()).toBeGreaterThan(limits.pushRetryMs - 5000);
      phone.manner = 201;
      await pool.query('update push_delivery set next_try_ms = 0');
      await arrives(phone, 1);
      await pause();
      expect([phone.tries, phone.pushed.length]).toEqual([2, 1]);
    },
  );

  test('that never arrives delays no push to a different browser', async () => {
    const [mute, phone] = [await browser(), await browser()];
    mute.manner = 'silent';
    await deposit();
    await arrives(phone, 1);
    await deposit();
    await arrives(phone, 2);
    expect([mute.tries, mute.pushed.length]).toEqual([2, 0]);
  });

  test('that doesn’t arrive within a day causes the push to be dropped', async () => {
    const phone = service.browser();
    const nobody = 'http://127.0.0.1:1';
    const id = (
      await pool.query<{ id: string }>(
        `insert into push_subscription (customer, session, endpoint, p256dh, auth, details, created_ms)
        select s.customer, s.id, $2, $3, $4, false, 1 from session s
          where s.customer = $1 and s.revoked_ms is null order by s.id desc limit 1 returning id`,
        [
          lena,
          phone.endpoint.replace(service.origin, nobody),
          ...[phone.subscription.p256dh, phone.subscription.auth].map((text) =>
            Buffer.from(text, 'base64url'),
          ),
        ],
      )
    ).rows[0]?.id;
    await pool.query(
      `insert into push_delivery (subscription, book, notice, created_ms, next_try_ms)
        select $1, n.book, n.id, $3, $3 from notice n where n.book = $2 limit 1`,
      [id, lena, Date.now()],
    );
    // The endpoint isn't at a known service, so the push is dropped without a request.
    await vi.waitFor(
      async () => expect((await pool.query('select from push_delivery')).rowCount).toBe(0),
      soon,
    );
    const errors: string[] = [];
    const services = { hosts: [], origins: [nobody] };
    const keys = { publicKey: service.publicKey, privateKey: Buffer.alloc(32, 7).toString('base64url') };
    const nowMs = Date.now() + 365 * 86_400_000;
    await pool.query('update session set expires_ms = $1, seen_ms = $1 where customer = $2', [
      nowMs + 1e9,
      lena,
    ]);
    await pool.query(
      `insert into push_delivery (subscription, book, notice, created_ms, next_try_ms)
        select $1, n.book, n.id, $3, $3 from notice n where n.book = $2 limit 1`,
      [id, lena, nowMs],
    );
    const at = async (now: number) => {
      const inFlight = new InFlight();
      const tray = {
        pool,
        sender: { keys, subject: 'https://candor.example', services },
        now: () => now,
        onError: (error: Error) => errors.push(error.message),
      };
      await pushTurn(tray, inFlight);
      await inFlight.settled();
    };
    await at(nowMs);
    expect(errors).toEqual([
      expect.stringMatching(/^failed to send push \d+ to 127\.0\.0\.1:1 \(attempt 1, retrying\)$/),
    ]);
    expect((await pool.query('select from push_delivery')).rowCount).toBe(1);
    await at(nowMs + limits.pushKeptMs + 1);
    expect((await pool.query('select from push_delivery')).rowCount).toBe(0);
  });
});

test.each([
  ['http://169.254.169.254/latest/meta-data', 'endpoint'],
  ['https://evil.example/push', 'endpoint'],
  ['http://127.0.0.1:1/push', 'endpoint'],
  ['https://fcm.googleapis.com:444/x', 'endpoint'],
  ['not an address', 'endpoint'],
])('rejects %s as a push service and names the field', async (endpoint, field) => {
  const { p256dh, auth } = service.browser().subscription;
  expect(await ask('POST user/push_subscribe', { endpoint, p256dh, auth })).toMatchObject({
    ...{ type: 'error', error: 'parameter_wrong', params: { field } },
  });
});

test('rejects a key that isn’t a point on the curve', async () => {
  const { endpoint, auth } = service.browser().subscription;
  for (const p256dh of [
    'A'.repeat(87),
    Buffer.concat([Buffer.of(4), Buffer.alloc(64, 9)]).toString('base64url'),
  ]) {
    expect(await ask('POST user/push_subscribe', { endpoint, p256dh, auth })).toMatchObject({
      ...{ type: 'error', error: 'parameter_wrong', params: { field: 'p256dh' } },
    });
  }
});

test('stores the private key sealed', async () => {
  const { rows } = await pool.query<{ sealed_private_key: Buffer }>(
    'select sealed_private_key from push_key',
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.sealed_private_key.length).toBe(1 + 12 + 16 + 43);
});
