/**
 * Calls every row of the operators' table on a complete server: as every role, as a customer and unauthenticated, and with
 * invalid values in every field. Calls the customers' table with an operator's token. Compares the answers to reads with the
 * schemas of their rows.
 */
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyConsoleRefusals, operatorRoles } from '@candor/protocol/console/console-call.ts';
import type { ConsoleRow, OperatorRole } from '@candor/protocol/console/console-call.ts';
import { consoleCalls, calls, refusals } from '@candor/protocol/features.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { knock } from '@candor/testing/front-door.ts';
import type { Heard } from '@candor/testing/front-door.ts';
import { operatorCode } from '@candor/testing/operator-line.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { LIMITS } from '../limits.ts';
import { newestRecords, verifyAudit } from '../operators/audit.ts';
import { rubbish } from './testing/rubbish.ts';

const ACCOUNTS: Readonly<Record<OperatorRole, string>> = {
  support: 'sam',
  reviewer: 'rosa',
  treasurer: 'theo',
  admin: 'ada',
};
const RATE_WINDOW_MS = 10_000;
const LOGOUT: ConsoleCallName = 'POST logout';

let server: WholeServer;
let pool: Pool;
let customerToken: string;
const lines = {} as Record<OperatorRole, ConsoleLine>;

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  pool = createPool(server.url, { max: 2 });
  customerToken = await server.login();
  for (const role of operatorRoles) lines[role] = await openConsoleLine(server, ACCOUNTS[role]);
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});
const names = Object.keys(consoleCalls) as ConsoleCallName[];
const rowOf = (name: ConsoleCallName): ConsoleRow => consoleCalls[name];
const own = names.filter((name) => rowOf(name).roles !== 'visitor');
const pathOf = (name: ConsoleCallName): string => name.replace(' ', ' console/');
const rolesOf = (name: ConsoleCallName): readonly OperatorRole[] => {
  const { roles } = rowOf(name);
  return roles === 'visitor' ? [] : roles;
};

describe('a caller who is not an operator', () => {
  it.each(own)('gets 999 from %s', async (name) => {
    for (const token of [undefined, 'nonsense', 'A'.repeat(43), customerToken]) {
      const { status, body } = await knock(server.origin, pathOf(name), token === undefined ? {} : { token });
      expect([status, body.type]).toEqual([401, '999']);
    }
  });

  it.each(Object.keys(calls) as CallName[])(
    'gets 999 from the customers’ call %s with an operator’s token',
    async (name) => {
      if (calls[name].who === 'visitor') return;
      const { status, body } = await knock(server.origin, name, { token: lines.admin.token });
      expect([status, body.type]).toEqual([401, '999']);
    },
  );

  it('gets 404 for a call that no row declares', async () => {
    for (const name of ['GET prices', 'POST price', 'POST audit_delete', 'POST config']) {
      const { status } = await knock(server.origin, name.replace(' ', ' console/'), {
        token: lines.admin.token,
      });
      expect(status).toBe(404);
    }
  });
});

const tries = own.flatMap((name) => operatorRoles.map((role) => [name, role] as const));

describe('the console', () => {
  it.each(tries)('allows %s to the role %s only if its row lists the role', async (name, role) => {
    const allowed = rolesOf(name).includes(role);
    const line = name === LOGOUT ? await openConsoleLine(server, ACCOUNTS[role]) : lines[role];
    const before = (await verifyAudit(pool)).records;
    const { status, body } = await line.ask(name, { customer: '0' });
    const [newest] = await newestRecords(pool, 1);
    if (allowed) {
      if (body.type !== 'ok') expect(body.error).not.toBe('unauthorized');
      return;
    }
    expect([status, body]).toMatchObject([403, { error: 'unauthorized' }]);
    expect((await verifyAudit(pool)).records).toBe(before + 1n);
    expect(newest).toMatchObject({
      operator: ACCOUNTS[role],
      role,
      action: 'denied',
      subject: `call:${name}`,
      after: '{}',
    });
  });

  it('records denied calls up to a limit per operator and hour, and then once that there were more', async () => {
    const denied = async (): Promise<{ count: number; last: string }> => {
      const found = await pool.query<{ count: number; last: string }>(
        `select count(*)::int as count, (array_agg(after order by seq desc))[1] as last from audit
          where operator = 'sam' and action = 'denied'`,
      );
      return found.rows[0] ?? { count: 0, last: '' };
    };
    for (let at = 0; at < LIMITS.console.denialsHourMax + 5; at += 1) {
      expect((await lines.support.ask('GET operators')).status).toBe(403);
    }
    const { count, last } = await denied();
    expect(count).toBe(LIMITS.console.denialsHourMax);
    expect(JSON.parse(last)).toEqual({ further_kept_after: expect.any(Number) as number });
  });
});

describe('a call with invalid fields', () => {
  // By now, the rate limit of the busiest caller has been reset.
  afterAll(() => delay(RATE_WINDOW_MS));
  const withFields = names.filter((name) => Object.keys(entriesOf(name)).length > 0);

  it.each(withFields)('gets a declared answer from %s', { timeout: 60_000 }, async (name) => {
    const declared = new Set<RefusalCode>([...rowOf(name).refusals, ...anyConsoleRefusals]);
    const fields = Object.keys(entriesOf(name));
    const alone = fields.flatMap((field) => rubbish.map((value) => ({ [field]: value })));
    const beside = fields.flatMap((field) => rubbish.map((value) => ({ ...USUAL, [field]: value })));
    const all = Object.fromEntries(fields.map((field) => [field, 'x'.repeat(100_000)]));
    const roles = rolesOf(name);
    for (const [at, body] of [...alone, ...beside, all].entries()) {
      const role = roles[at % Math.max(1, roles.length)];
      const token = role === undefined ? {} : { token: lines[role].token };
      const answer = await patiently(() => knock(server.origin, pathOf(name), { fields: body, ...token }));
      expect(answer.status, JSON.stringify(body).slice(0, 200)).toBeLessThan(500);
      if (answer.body.type === 'ok') continue;
      expect(declared).toContain(answer.body.error);
      expect(answer.body.error).not.toBe('session_ended');
      expect(answer.status).toBe(refusals[answer.body.error].status);
      expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:|select |insert /i);
    }
  });

  /** One operator sends more requests here within seconds than the server allows, so this retries in the next window. */
  async function patiently(ask: () => Promise<Heard>): Promise<Heard> {
    for (;;) {
      const heard = await ask();
      if (heard.body.type === 'ok' || heard.body.error !== 'too_many_requests') return heard;
      await delay(1000);
    }
  }

  /** Valid fields that refer to no existing row, so that the answer is about the invalid field among them. */
  const USUAL = { customer: '999999999999', id: '999999999999', account: 'nobody', person: 'nobody' };

  function entriesOf(name: ConsoleCallName): object {
    return (rowOf(name).input as { entries?: object }).entries ?? {};
  }
});

describe('a call that names an unknown customer', () => {
  const about = own.filter(
    (name) => 'customer' in ((rowOf(name).input as { entries?: object }).entries ?? {}),
  );

  it.each(about)('causes no internal error in %s', async (name) => {
    const role = rolesOf(name).at(-1) ?? 'admin';
    for (const customer of ['0', '999999999999999999']) {
      const { body } = await lines[role].ask(name, { customer, id: '1', note: 'a test' });
      if (body.type === 'ok') expect(body.message).toMatchObject({ items: [], next: null });
      else expect(body.error).not.toBe('request_failed');
    }
  });
});

/** Reads that work on a new platform; the features' tests cover the others. */
const read: readonly (readonly [ConsoleCallName, OperatorRole, Record<string, string>])[] = [
  ['GET me', 'support', {}],
  ['GET dashboard', 'support', {}],
  ['GET morning', 'support', { from: '0' }],
  ['GET morning', 'treasurer', { from: '0' }],
  ['GET figures', 'support', { span: 'hour', from: '0', to: '1' }],
  ['GET cases', 'treasurer', { limit: '3' }],
  ['GET audit', 'support', { operator: 'ada' }],
  ['GET audit_check', 'reviewer', {}],
  ['GET customers', 'support', { q: 'le' }],
  ['GET customer', 'support', { customer: '100001' }],
  ['GET timeline', 'reviewer', { customer: '100001' }],
  ['GET leverage', 'support', { customer: '100001' }],
  ['GET deposits', 'support', {}],
  ['GET withdrawals', 'support', {}],
  ['GET fund', 'support', {}],
  ['GET fund_orders', 'support', { status: 'pending' }],
  ['GET loans', 'support', { status: 'overdue' }],
  ['GET house', 'treasurer', {}],
  ['GET proposals', 'treasurer', {}],
  ['GET terms', 'support', {}],
  ['GET operators', 'admin', {}],
  ['GET checklist', 'support', {}],
  ['GET clock', 'support', {}],
  ['GET articles', 'treasurer', {}],
  ['GET article', 'reviewer', { slug: 'fees' }],
];

describe('a read with valid fields', () => {
  it.each(read)('that calls %s as %s gets an answer in the declared schema', async (name, role, fields) => {
    const { body } = await lines[role].ask(name, fields);
    expect(body).toMatchObject({ type: 'ok', code: 1 });
    if (body.type !== 'ok') return;
    const parsed = v.safeParse(rowOf(name).output, body.message);
    expect(parsed.issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toBeUndefined();
  });
});

describe('logging in', () => {
  const ada = { account: 'ada', password: 'Demo-ada-4' };
  const login = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    knock(server.origin, 'POST console/login', { fields, headers });

  it('requires both password and code', async () => {
    expect((await login(ada)).body).toMatchObject({ error: 'parameter_missing' });
    expect((await login({ ...ada, totp: '' })).body).toMatchObject({ error: 'parameter_missing' });
    expect((await login({ ...ada, totp: '000000' })).body).toMatchObject({ error: 'login_wrong' });
    const totp = operatorCode('ada', 1);
    expect((await login({ ...ada, password: 'Demo-ada-5', totp })).body).toMatchObject({
      error: 'login_wrong',
    });
    expect((await login({ ...ada, totp })).body).toMatchObject({ type: 'ok' });
    expect((await login({ ...ada, totp })).body).toMatchObject({ error: 'login_wrong' });
  });

  it('is unavailable from a public network, whatever its forwarding headers claim', async () => {
    const { token } = lines.admin;
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.7' },
      { 'x-forwarded-for': '10.0.0.1, 203.0.113.7' },
      { 'x-forwarded-for': '203.0.113.7, 10.0.0.1' },
      { forwarded: 'for=203.0.113.7;proto=https' },
      { 'x-real-ip': '2001:db8::7' },
    ]) {
      expect((await login({ ...ada, totp: operatorCode('ada') }, headers)).status).toBe(404);
      expect((await knock(server.origin, 'GET console/me', { token, headers })).status).toBe(404);
    }
    const headers = { 'x-forwarded-for': '10.0.0.1' };
    expect((await knock(server.origin, 'GET console/me', { token, headers })).status).toBe(200);
  });

  it('sets a device cookie that grants no rights', async () => {
    const line = await openConsoleLine(server, 'theo');
    expect(line.device).toMatch(/^candor_device=/);
    const { status } = await knock(server.origin, 'GET console/me', { device: line.device });
    expect(status).toBe(401);
  });

  it('creates a session whose logout closes no other session', async () => {
    const [one, other] = [await openConsoleLine(server, 'rosa'), await openConsoleLine(server, 'rosa')];
    await one.done('POST logout');
    expect((await one.ask('GET me')).body).toMatchObject({ type: '999' });
    expect((await other.done('GET me')).operator.account).toBe('rosa');
  });
});

it('logs no internal error in any of these calls', () => {
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
});
