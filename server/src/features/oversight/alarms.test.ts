/** Each alarm of the console is raised when its threshold is reached, and not before. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { knock } from '@candor/testing/front-door.ts';
import { appendSigned } from '@candor/testing/signing.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { limits } from './limits.ts';
import type { Alarm } from './alarms.ts';

const { alarms } = limits;
const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const PIN = '135790';

let server: WholeServer;
let pool: Pool;
let owner: pg.Pool;
let ada: ConsoleLine;

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  pool = createPool(server.url, { max: 2 });
  owner = new pg.Pool({ connectionString: server.ownerUrl, max: 1 });
  ada = await openConsoleLine(server, 'ada');
});
afterAll(async () => {
  await owner.end();
  await pool.end();
  await server.stop();
});

const raised = async (kind: Alarm['kind']) =>
  (await ada.done('GET alarms')).filter((alarm) => alarm.kind === kind);

const acts = (account: string, action: string, count: number) =>
  inTransaction(pool, async (connection) => {
    for (let at = 0; at < count; at += 1) {
      const subject = `customer:${9_000_000 + at}`;
      await appendSigned(connection, { action, subject }, { account, nowMs: Date.now() });
    }
  });

test.each([
  ['approvals', 'theo', 'deposit.approve', alarms.approvalsHour],
  ['verifications', 'rosa', 'kyc.approve', alarms.verificationsHour],
] as const)(
  'raises an alarm for %s made by one operator within an hour',
  async (kind, account, action, bound) => {
    await acts(account, action, bound - 1);
    expect(await raised(kind)).toEqual([]);
    await acts(account, action, 1);
    expect(await raised(kind)).toEqual([{ kind, who: account, what: String(bound), bound: String(bound) }]);
  },
);

test('raises an alarm for a customer’s first withdrawal to an address that another customer uses', async () => {
  const out = async (at: 0 | 1) => {
    const token = await server.login(at);
    const call = async (name: string, fields: Record<string, unknown> = {}) =>
      (await server.call(name, { token, fields })).body as unknown as { type: string; message: never };
    const password = at === 0 ? 'Demo-lena-1' : 'Demo-wei-2';
    const digits = { password: PIN, re_password: PIN };
    await call('POST safe/trading_password', { ...digits, current_password: password });
    const where = { network: 'tron', address: ADDRESS, current_password: password };
    const { message } = await call('POST wallet/address_add', where);
    const { id: address } = message as { id: string };
    const asked = { currency: 'USDT', amount: '100', address, trading_password: PIN };
    return (await call('POST wallet/out', asked)).type;
  };
  expect(await out(0)).toBe('ok');
  expect(await raised('shared_address')).toEqual([]);
  expect(await out(1)).toBe('ok');
  const found = await raised('shared_address');
  expect(found.map(({ bound }) => bound)).toEqual(['1', '1']);
});

test('raises an alarm when an operator has used up most of a daily cap', async () => {
  const use = (usdt: number, ago = '0') =>
    owner.query(
      `insert into operator_word values (clock_timestamp() - $2::interval, 'loan', 'reviewer', 'rosa', $1)`,
      [usdt, ago],
    );
  await use(90_000, '25 hours');
  await use(79_999, '23 hours');
  expect(await raised('cap')).toEqual([]);
  await use(1);
  expect(await raised('cap')).toEqual([{ kind: 'cap', who: 'rosa', what: '80000', bound: '100000' }]);
});

test('raises an alarm when an operator has read about half as many customers as the hourly limit allows', async () => {
  const read = (from: number, to: number) =>
    owner.query(
      `insert into operator_hour select date_trunc('hour', clock_timestamp()), 'reads', 'sam', n
        from generate_series($1::int, $2::int) n`,
      [from, to],
    );
  await read(1, 149);
  expect(await raised('reads')).toEqual([]);
  await read(150, 150);
  expect(await raised('reads')).toEqual([{ kind: 'reads', who: 'sam', what: '150', bound: '300' }]);
});

test('raises an alarm for an operator’s failed logins', async () => {
  const miss = () =>
    knock(server.origin, 'POST console/login', {
      fields: { account: 'theo', password: 'not-this-one', totp: '000000' },
    });
  for (let at = 1; at < alarms.signInMisses; at += 1) await miss();
  expect(await raised('sign_ins')).toEqual([]);
  await miss();
  const bound = String(alarms.signInMisses);
  expect(await raised('sign_ins')).toEqual([{ kind: 'sign_ins', who: 'theo', what: bound, bound }]);
});

test('shows alarms only to admins', async () => {
  const sam = await openConsoleLine(server, 'sam');
  expect((await sam.ask('GET alarms')).body).toMatchObject({ error: 'unauthorized' });
});

test('raises an alarm for an invariant that could not be evaluated, or was not evaluated for six hours', async () => {
  await owner.query(
    `insert into guard_check (invariant, quick, run, failures, error) values ('L1: failed', true, 0, 2, 'division by zero'),
      ('L2: starved', false, -361, 0, null), ('L3: had its turn', false, 0, 0, null)`,
  );
  expect(await raised('guard_unchecked')).toEqual([
    { kind: 'guard_unchecked', who: 'L1: failed', what: '0', bound: 'division by zero' },
    { kind: 'guard_unchecked', who: 'L2: starved', what: '361', bound: '' },
  ]);
  await owner.query('delete from guard_check');
});

test('raises an alarm for a source of the public log whose entry cannot be appended', async () => {
  expect(await raised('log_stuck')).toEqual([]);
  await owner.query(
    `insert into tlog_stuck (kind, since_ms, tries, next_ms, error)
      values ('app', guard_now_ms() - 11000, 3, guard_now_ms() + 3600000, 'no such row'), ('terms', guard_now_ms(), 1, guard_now_ms() + 3600000, 'too early')`,
  );
  expect(await raised('log_stuck')).toEqual([
    { kind: 'log_stuck', who: 'app', what: 'no such row', bound: expect.stringMatching(/^\d+$/) },
  ]);
  await owner.query('delete from tlog_stuck');
});

test('raises an alarm for a firing set aside because it stayed busy, but not for a false firing', async () => {
  const setAside = (row: number, why: string) =>
    pool.query(
      `insert into engine_set_aside (kind, book, row_id, version, symbol, told, why)
        values ('spot_order', 100001, $1, 1, 'BTC/USDT', 'busy 30 times at entry 7', $2)`,
      [row, why],
    );
  await setAside(41, 'false');
  expect(await raised('trigger_busy')).toEqual([]);
  await setAside(42, 'busy');
  expect(await raised('trigger_busy')).toEqual([
    { kind: 'trigger_busy', who: '100001', what: 'spot_order 42', bound: expect.stringMatching(/^\d+$/) },
  ]);
  await owner.query('delete from engine_set_aside');
});
