/** An operator's limits on locking customers and reading about them, through the API and through plain SQL. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import { handIn, knock, wellAnswered } from '@candor/testing/front-door.ts';
import { photo } from '@candor/testing/pictures.ts';
import { appendSigned } from '@candor/testing/signing.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { verifyAudit } from '../../operators/audit.ts';

let server: WholeServer;
let pool: Pool;
let owner: pg.Pool;
let sam: ConsoleLine;
let ada: ConsoleLine;
let ines: ConsoleLine;
let rosa: ConsoleLine;
let customers: string[];

beforeAll(async () => {
  server = await openWholeServer();
  pool = createPool(server.url, { max: 2 });
  owner = new pg.Pool({ connectionString: server.ownerUrl, max: 1 });
  sam = await openConsoleLine(server, 'sam');
  ada = await openConsoleLine(server, 'ada');
  ines = await openConsoleLine(server, 'ines');
  rosa = await openConsoleLine(server, 'rosa');
  const found = await pool.query<{ id: string }>('select id::text from customer order by id');
  customers = found.rows.map(({ id }) => id);
});
afterAll(async () => {
  expect(await verifyAudit(pool)).toMatchObject({ violation: undefined });
  await owner.end();
  await pool.end();
  await server.stop();
});
beforeEach(async () => {
  await owner.query('truncate operator_hour');
});

const said = ({ body }: { readonly body: { readonly type: string; readonly error?: string } }): string =>
  body.type === 'ok' ? 'ok' : (body.error ?? '');
const paceOf = (what: string, max: number) =>
  owner.query('update operator_pace set hour_max = $2 where what = $1', [what, max]);
const standing = async (line: ConsoleLine, customer: string, change: 'freeze' | 'release') =>
  said(
    (await line.ask('POST standing', {
      ...{ customer, change, reason: 'security_check' },
    })) as Parameters<typeof said>[0],
  );
const read = async (line: ConsoleLine, customer: string) =>
  said((await line.ask('GET customer', { customer })) as Parameters<typeof said>[0]);
const allow = async (line: ConsoleLine, account: string, what: 'locks' | 'reads') =>
  said(
    (await line.ask('POST operator_allow', {
      ...{ account, what, reason: 'many false accounts' },
    })) as Parameters<typeof said>[0],
  );

describe('locking customers', () => {
  test('is refused above the hourly limit until another admin raises it', async () => {
    await paceOf('locks', 1);
    const [one = '', two = ''] = customers;
    expect(await standing(ada, one, 'freeze')).toBe('ok');
    expect(await standing(ada, two, 'freeze')).toBe('colleague_needed');
    // Unlocking is unlimited, and a colleague has a separate hourly quota.
    expect(await standing(ada, one, 'release')).toBe('ok');
    expect(await standing(ines, two, 'freeze')).toBe('ok');
    expect(await standing(ines, two, 'release')).toBe('ok');
    expect(await allow(ada, 'ada', 'locks')).toBe('second_person_needed');
    expect(await allow(sam, 'ada', 'locks')).toBe('unauthorized');
    expect(await allow(ines, 'ada', 'locks')).toBe('ok');
    expect(await standing(ada, two, 'freeze')).toBe('ok');
    expect(await standing(ada, two, 'release')).toBe('ok');
  });

  test('is refused above the daily limit, even if no hourly limit was reached', async () => {
    await paceOf('locks', 20);
    const [one = '', two = ''] = customers;
    const before = (count: number, hoursAgo: number) =>
      owner.query(
        `insert into operator_hour select date_trunc('hour', clock_timestamp()) - make_interval(hours => $2), 'locks', 'sam', n
          from generate_series(1, $1::int) n`,
        [count, hoursAgo],
      );
    await owner.query(`update operator_pace set day_max = 30 where what = 'locks'`);
    await before(15, 20);
    await before(29, 23);
    expect(await standing(sam, one, 'freeze')).toBe('ok');
    expect(await standing(sam, two, 'freeze')).toBe('colleague_needed');
    expect(await standing(sam, one, 'release')).toBe('ok');
    // A second lock of one customer isn't counted again, and locks older than a day no longer count.
    expect(await standing(sam, one, 'freeze')).toBe('ok');
    await owner.query(
      `update operator_hour set hour = hour - interval '1 hour' where hour < now() - interval '22 hours'`,
    );
    expect(await standing(sam, two, 'freeze')).toBe('ok');
    for (const id of [one, two]) expect(await standing(sam, id, 'release')).toBe('ok');
  });

  test('above the limit is rejected by the database itself, even in plain SQL', async () => {
    await paceOf('locks', 1);
    const [one = '', two = ''] = customers;
    const lock = (id: string) =>
      inTransaction(pool, async (connection) => {
        const reason = 'security_check';
        const record = { action: 'customer.lock', subject: `customer:${id}`, reason };
        const signed = { ...record, body: { customer: id, change: 'lock', reason } };
        await appendSigned(connection, signed, { account: 'sam', nowMs: Date.now() });
        await connection.query(
          `update customer set status = 'locked', standing_reason = 'security_check' where id = $1`,
          [id],
        );
      });
    await lock(one);
    await expect(lock(two)).rejects.toMatchObject({ constraint: 'operator_pace' });
    expect(await standing(ada, one, 'release')).toBe('ok');
  });
});

describe('reading about customers', () => {
  const records = async (): Promise<string[]> => {
    const found = await pool.query<{ after: string }>(
      `select a.after from audit a where a.action = 'customers.read' and a.operator = 'sam' order by a.seq`,
    );
    return found.rows.map(({ after }) => after);
  };

  /** Records earlier reads by the support operator about `count` other customers. */
  const readBefore = (count: number) =>
    owner.query(
      `insert into operator_hour select date_trunc('hour', clock_timestamp()), 'reads', 'sam', n from generate_series(1, $1::int) n`,
      [count],
    );

  test('is refused above the limit until an admin raises it, except for customers whose data was already read this hour', async () => {
    await paceOf('reads', 2);
    await readBefore(1);
    const [one = '', two = ''] = customers;
    expect([await read(sam, one), await read(sam, one)]).toEqual(['ok', 'ok']);
    expect(await read(sam, two)).toBe('colleague_needed');
    expect(said((await sam.ask('GET customers')) as Parameters<typeof said>[0])).toBe('colleague_needed');
    expect(await read(sam, one)).toBe('ok');
    expect(await allow(ines, 'sam', 'reads')).toBe('ok');
    expect(await read(sam, two)).toBe('ok');
  });

  test.each<[ConsoleCallName, Record<string, string>]>([
    ['POST kyc', {}],
    ['POST kyc_picture', { side: 'front' }],
    ['GET timeline', {}],
    ['GET deposit', { id: '1' }],
    ['POST deposit_picture', { id: '1' }],
    ['GET withdrawal', { id: '1' }],
    ['GET fund_order', { id: '1' }],
    ['GET loan', { id: '1' }],
    ['POST loan_picture', { id: '1', of: 'house' }],
    ['GET leverage', {}],
  ])('counts the customer shown by %s', async (name, fields) => {
    await paceOf('reads', 1);
    const [one = '', two = ''] = customers;
    const ask = async (customer: string) => said(await rosa.ask(name, { ...fields, customer }));
    expect(await ask(one)).not.toBe('colleague_needed');
    expect(await ask(two)).toBe('colleague_needed');
    expect(await ask(one)).not.toBe('colleague_needed');
  });

  test('counts every customer in a list of cases or conversations', async () => {
    await paceOf('reads', 300);
    const token = await server.login();
    const asLena = async (name: string, fields: Record<string, unknown>) =>
      wellAnswered((await knock(server.origin, name, { token, fields })).body) as { id: string };
    const voucher = await handIn(server.origin, token, await photo(1, { format: 'png' }), 'voucher');
    await asLena('POST wallet/charge_req', { currency: 'USDT', network: 'tron', amount: '50', voucher });
    await asLena('POST lh/deposit', { amount: '500' });
    await asLena('POST chat/send', { text: 'good morning', client_id: randomUUID() });
    const lena = wellAnswered((await knock(server.origin, 'GET user/info', { token })).body) as {
      id: string;
    };
    for (const name of ['GET deposits', 'GET fund_orders', 'GET chat_inbox'] as const) {
      await owner.query('truncate operator_hour');
      const { body } = await ines.ask(name, (name === 'GET chat_inbox' ? { show: 'all' } : {}) as never);
      expect([name, JSON.stringify(wellAnswered(body)).includes(lena.id)]).toEqual([name, true]);
      const counted = await pool.query<{ customer: string }>(
        `select customer::text from operator_hour where what = 'reads' and person = 'ines'`,
      );
      expect([name, counted.rows.map(({ customer }) => customer)]).toEqual([
        name,
        expect.arrayContaining([lena.id]),
      ]);
    }
  });

  test('appends an audit record at every fiftieth customer', async () => {
    await paceOf('reads', 300);
    await readBefore(49);
    const before = (await records()).length;
    const [one = '', two = ''] = customers;
    expect([await read(sam, one), await read(sam, two)]).toEqual(['ok', 'ok']);
    expect((await records()).slice(before)).toEqual([expect.stringContaining('"customers_this_hour":50,')]);
  });
});

test('rejects allowances, deletions and changed limits written by the serving role', async () => {
  await expect(
    pool.query(
      `insert into operator_leave (account, person, what, granted_by, granted_at) values ('sam', 'sam', 'reads', 'ada', now())`,
    ),
  ).rejects.toMatchObject({ constraint: 'operator_leave_record' });
  const allowed = (by: string, what: string) =>
    inTransaction(pool, async (connection) => {
      const record = {
        action: 'operator.allow',
        subject: 'operator:ada',
        reason: 'x',
        body: { what: 'reads' },
      };
      await appendSigned(connection, record, { account: by, nowMs: Date.now() });
      await connection.query(
        `insert into operator_leave (account, person, what, granted_by, granted_at) values ('ada', 'ada', $1, $2, now())`,
        [what, by],
      );
    });
  await expect(allowed('ada', 'reads')).rejects.toMatchObject({ constraint: 'operator_leave_two_persons' });
  await expect(allowed('sam', 'reads')).rejects.toMatchObject({ constraint: 'operator_leave_two_persons' });
  await expect(allowed('ines', 'locks')).rejects.toMatchObject({ constraint: 'operator_leave_record' });
  for (const sql of [
    'update operator_pace set hour_max = 1000000',
    'delete from operator_hour',
    `update operator_leave set granted_at = now() + interval '1 year'`,
    'delete from factor_reset_first',
  ])
    await expect(pool.query(sql)).rejects.toThrow(/permission denied|append-only|never/i);
});

test('rejects the removal of a customer’s second factors without records by two operators', async () => {
  const id = customers[0] ?? '';
  const subject = `customer:${id}`;
  const record = (account: string, action: string, signed: Readonly<Record<string, unknown>> = {}) =>
    inTransaction(pool, async (connection) => {
      const body = { customer: id, reason: 'lost', ...signed };
      await appendSigned(
        connection,
        { action, subject, reason: 'lost', body },
        { account, nowMs: Date.now() },
      );
      if (action === 'factor.reset') return;
      await connection.query(
        'insert into factor_reset_first (customer, said_by, person, said_at) values ($1, $2, $2, now())',
        [id, account],
      );
    });
  await expect(record('ada', 'factor.reset')).rejects.toMatchObject({ constraint: 'factor_reset_by_two' });
  // Neither a record that only clears failed attempts nor a record that names another customer counts as the first approval.
  for (const other of [{ reason: 'misses' }, { customer: '1' }, { customer: null }])
    await expect(record('ada', 'factor.reset_first', other)).rejects.toMatchObject({
      constraint: 'factor_reset_signed',
    });
  await record('ada', 'factor.reset_first');
  await expect(record('ines', 'factor.reset', { reason: 'misses' })).rejects.toMatchObject({
    constraint: 'factor_reset_signed',
  });
  await expect(record('ada', 'factor.reset')).rejects.toMatchObject({ constraint: 'factor_reset_by_two' });
  await record('ines', 'factor.reset');
  // A first approval is valid for one reset.
  await expect(record('ines', 'factor.reset')).rejects.toMatchObject({ constraint: 'factor_reset_by_two' });
  await expect(
    pool.query(
      'insert into factor_reset_first (customer, said_by, person, said_at) values ($1, $2, $2, now())',
      [id, 'ada'],
    ),
  ).rejects.toMatchObject({ constraint: 'factor_reset_record' });
});
