/**
 * The leverage permission end to end over HTTP, and the operators' command line as a separate process. All tests are in one
 * file, so that the server is started once.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import { runOperatorLine } from '@candor/testing/operator-line.ts';
import type { Ended } from '@candor/testing/operator-line.ts';
import { verifyCustomer } from '@candor/testing/verified-customer.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { breaches } from '../../app/breaches.ts';
import { act } from '../../operators/act.ts';
import { newestRecords, verifyAudit } from '../../operators/audit.ts';
import type { AuditRecord } from '../../operators/audit.ts';
import { decideLeverage } from './operator-commands.ts';
import type { Verdict } from './rules.ts';
import { openLeveragedTrades, permissionOf } from './store.ts';
import { appendSigned, decidingAs } from '@candor/testing/signing.ts';
import { inTransaction } from '../../db/transaction.ts';

let server: WholeServer;
let pool: Pool;

beforeAll(async () => {
  server = await openWholeServer();
  pool = createPool(server.url, { max: 2 });
});
afterAll(async () => {
  expect(await breaches(pool)).toEqual([]);
  expect(await verifyAudit(pool)).toMatchObject({ violation: undefined });
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await pool.end();
  await server.stop();
});

/** Runs the command line as an operator, by default with the demo's password. */
const operator = (account: string, args: readonly string[], password?: string) =>
  runOperatorLine({ server, account, args, ...(password === undefined ? {} : { password }) });

/** Registers a customer and verifies them, as leverage requires. */
async function register(account: string): Promise<string> {
  const email = `${account}@example.com`;
  const mailed = await server.call('POST sms_mail', { fields: { email } });
  const { code } = mailed.body.message as { code: string };
  const password = 'x7!kqz-ok';
  const fields = { account, email, code, password, re_password: password };
  const { body } = await server.call('POST user/register', {
    fields: { ...fields, invite_code: 'CANDOR', birth_date: '1990-01-01' },
  });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  const found = await pool.query<{ id: string }>('select id from customer where account = $1', [account]);
  await verifyCustomer(pool, { customer: BigInt(found.rows[0]?.id ?? 0) });
  return body.message as string;
}

const apt = {
  knowledge: 'some',
  experience: 'under_one_year',
  loss_capacity: 'bearable',
  funds_source: 'salary',
  quiz_leverage: 'ten',
  quiz_close_out: 'position_is_closed',
  quiz_gap: 'at_the_next_price',
  quiz_worst: 'the_margin',
};

const apply = async (token: string, change: Record<string, string> = {}, key?: string) =>
  (
    await server.call('POST lever/apply', {
      fields: { ...apt, ...change },
      token,
      ...(key === undefined ? {} : { key }),
    })
  ).body;

async function standing(token: string): Promise<CallOutput<'GET lever/questionnaire'>> {
  const { body } = await server.call('GET lever/questionnaire', { token });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as CallOutput<'GET lever/questionnaire'>;
}

/** A position of lena's inserted as a row, with a state and an open quantity. It holds no funds and has no ledger entry. */
const POSITION = `insert into position (book, id, product, symbol, side, type, status, quantity, open_quantity, leverage,
    collateral, entry_price, open_fee, fee_rate, financing_rate, initial_margin, margin, rate, financing, financed_ms, warned, armed, realised_pnl,
    closes, created_ms, created_seq, fill_age_ms, placed_rate, nights,
    updated_ms)
  select c.id, 1, 'contract', 'BTC/USDT', 'long', 'market', $1, 1, $2, 10, 'contract', 50000, 25, 0.0005, 0.0003, 5000, 0, 1, 0, 0, 0,
    '{}', 0, '[]', 0, 0, 1000, 1, '[]', 0
  from customer c where c.account = 'lena'`;

async function enabled(token: string): Promise<boolean> {
  const { body } = await server.call('GET user/info', { token });
  return (body.message as CallOutput<'GET user/info'>).lever_enabled;
}

test('rejects, grants and switches off leverage, with one audit record per decision', async () => {
  const token = await register('mira');
  expect(await standing(token)).toMatchObject({ state: 'none', lever_enabled: false });
  expect((await standing(token)).questions.map(({ code }) => code)).toEqual(Object.keys(apt));

  expect(await apply(token)).toMatchObject({
    type: 'ok',
    message: { state: 'submitted', decided_time: null },
  });
  expect(await apply(token)).toMatchObject({ error: 'already_applied' });
  expect(await enabled(token)).toBe(false);
  expect((await operator('sam', ['lever', 'list'])).out).toMatch(/mira .* quiz 4 of 4 right; nothing speaks/);
  expect((await operator('sam', ['lever', 'show', 'mira'])).out).toMatch(
    /leverage off[^]*quiz_worst: the_margin/,
  );

  const rejected = await operator('rosa', ['lever', 'reject', 'mira', '--reason', 'funds_source_unclear']);
  expect(rejected).toMatchObject({ code: 0, out: expect.stringMatching(/mira \(\d+\): rejected/) });
  const told = await standing(token);
  expect(told).toMatchObject({ state: 'rejected', reason: 'funds_source_unclear', lever_enabled: false });
  expect(told.decided_time).toBeGreaterThanOrEqual(told.submitted_time ?? Infinity);

  expect(await apply(token)).toMatchObject({ type: 'ok', message: { state: 'submitted', reason: null } });
  expect(await operator('rosa', ['lever', 'approve', 'MIRA'])).toMatchObject({ code: 0, err: '' });
  expect(await standing(token)).toMatchObject({ state: 'approved', reason: null, lever_enabled: true });
  expect(await enabled(token)).toBe(true);
  expect(await apply(token)).toMatchObject({ error: 'already_applied' });
  expect(await operator('rosa', ['lever', 'approve', 'mira'])).toMatchObject({ code: 1, out: '' });

  const note = ['--reason', 'customer_request', '--note', 'asked by chat'];
  expect(await operator('ada', ['lever', 'off', 'mira', ...note])).toMatchObject({ code: 0 });
  expect(await standing(token)).toMatchObject({
    state: 'switched_off',
    reason: 'customer_request',
    lever_enabled: false,
  });
  expect(await apply(token)).toMatchObject({ type: 'ok', message: { state: 'submitted' } });

  const decided = (record: AuditRecord): boolean => record.action !== 'key.enrol';
  const records = (await newestRecords(pool, 6)).filter(decided).toReversed();
  expect(records.map(({ operator: who, role, action, reason }) => [who, role, action, reason])).toEqual([
    ['rosa', 'reviewer', 'lever.reject', 'funds_source_unclear'],
    ['rosa', 'reviewer', 'lever.approve', null],
    ['ada', 'admin', 'lever.off', 'customer_request: asked by chat'],
  ]);
  expect(records.map(({ before, after }) => `${before} ${after}`)).toEqual([
    '{"state":"submitted","lever_enabled":false} {"state":"rejected","lever_enabled":false}',
    '{"state":"submitted","lever_enabled":false} {"state":"approved","lever_enabled":true}',
    '{"state":"approved","lever_enabled":true} {"state":"switched_off","lever_enabled":false}',
  ]);
  expect((await operator('theo', ['log', '--limit', '1'])).out).toMatch(/ada \(admin\) {2}lever.off/);
});

test('changes nothing on a refusal, and audits only refusals due to the operator’s role', async () => {
  const token = await register('noor');
  await apply(token, { loss_capacity: 'unbearable' });
  const before = (await verifyAudit(pool)).records;
  const refused: [account: string, args: string[], says: RegExp, password?: string][] = [
    ['sam', ['lever', 'approve', 'noor', '--note', 'x'], /don’t have permission/],
    ['theo', ['lever', 'reject', 'noor', '--reason', 'other'], /don’t have permission/],
    ['rosa', ['lever', 'approve', 'noor'], /note/],
    ['rosa', ['lever', 'off', 'noor', '--reason', 'other'], /./],
    ['rosa', ['lever', 'approve', 'nobody'], /couldn’t find this user/],
    ['rosa', ['lever', 'approve', '0'], /couldn’t find this user/],
    [
      'rosa',
      ['lever', 'approve', 'noor', '--note', 'x'],
      /operator, the password or the code is wrong/,
      'guess',
    ],
    ['lena', ['lever', 'list'], /operator, the password or the code is wrong/, 'Demo-lena-1'],
  ];
  for (const [account, args, says, password] of refused) {
    const ended = await operator(account, args, password);
    expect(ended).toMatchObject({ code: 1, out: '', err: expect.stringMatching(says) });
  }
  expect((await verifyAudit(pool)).records).toBe(before + 2n);
  expect((await newestRecords(pool, 2)).map(({ action, operator: by }) => [action, by])).toEqual([
    ['denied', 'theo'],
    ['denied', 'sam'],
  ]);
  expect(await standing(token)).toMatchObject({ state: 'submitted', lever_enabled: false });
  expect(await operator('rosa', ['lever', 'approve', 'noor', '--note', 'saw his statement'])).toMatchObject({
    code: 0,
  });
  expect((await newestRecords(pool, 1))[0]?.reason).toBe('saw his statement');
});

test('accepts one of many concurrent applications, and one of many concurrent decisions', async () => {
  const token = await register('otto');
  const answers = await Promise.all(Array.from({ length: 10 }, () => apply(token)));
  expect(answers.filter((body) => body.type === 'ok').length).toBe(1);
  const records = (await verifyAudit(pool)).records;
  const decided = await Promise.all([
    operator('rosa', ['lever', 'approve', 'otto']),
    operator('ada', ['lever', 'reject', 'otto', '--reason', 'other']),
  ]);
  expect(decided.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1]);
  // One record for the key, and one for the decision.
  expect((await verifyAudit(pool)).records).toBe(records + 2n);
});

test('returns the stored answer for an application with a repeated key, even after its decision', async () => {
  const token = await register('pia');
  const first = await apply(token, {}, 'once');
  await operator('rosa', ['lever', 'approve', 'pia']);
  expect(await apply(token, {}, 'once')).toEqual(first);
  expect(await apply(token, { knowledge: 'good' }, 'once')).toMatchObject({ error: 'key_reused' });
});

test('switches off leverage that the demo granted, and records the reason', async () => {
  const token = await server.login(1);
  expect(await standing(token)).toMatchObject({ state: 'none', lever_enabled: true });
  expect(await operator('rosa', ['lever', 'off', 'wei', '--reason', 'other'])).toMatchObject({ code: 0 });
  expect(await standing(token)).toMatchObject({
    state: 'switched_off',
    reason: 'other',
    submitted_time: null,
    lever_enabled: false,
  });
});

test('refuses to switch off leverage while a trade or resting order is open', async () => {
  const token = await server.login(0);
  const off = (): Promise<Ended> => operator('ada', ['lever', 'off', 'lena', '--reason', 'other']);
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  try {
    for (const status of ['pending', 'open', 'closing']) {
      await owner.query('begin; set local session_replication_role = replica');
      await owner.query(POSITION, [status, status === 'pending' ? 0 : 1]);
      await owner.query('commit');
      expect(await off()).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/leveraged trade/) });
      expect((await operator('sam', ['lever', 'show', 'lena'])).out).toMatch(/open leveraged trades: 1/);
      await owner.query('delete from position');
    }
  } finally {
    await owner.end();
  }
  expect(await standing(token)).toMatchObject({ state: 'none', lever_enabled: true });
  expect(await off()).toMatchObject({ code: 0 });
});

test('never leaves a position open with leverage off, under concurrent orders', async () => {
  const token = await register('rafa');
  const { body } = await server.call('GET user/info', { token });
  const customer = BigInt((body.message as CallOutput<'GET user/info'>).id);
  const decide = async (verdict: Verdict) => {
    const id = (await permissionOf(pool, customer))?.newest?.id.toString();
    const ada = await decidingAs(pool, 'ada', {
      action: `lever.${verdict.kind}`,
      subject: `customer:${customer}`,
      body: { id, verdict },
    });
    const command = decideLeverage(openLeveragedTrades);
    return act({ pool, operator: ada, now: Date.now }, command, { customer, id, verdict });
  };
  const call = async (name: string, fields: Record<string, string>) =>
    (await server.call(name, { token, fields })).body;
  const submit = (): Promise<Envelope<unknown>> =>
    call('POST lever/submit', {
      symbol: 'BTC/USDT',
      side: 'long',
      type: 'market',
      quantity: '0.01',
      leverage: '10',
    });

  await call('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '50000' });
  expect(await submit()).toMatchObject({ error: 'lever_not_enabled' });
  for (let round = 0; round < 6; round += 1) {
    await apply(token);
    expect(await decide({ kind: 'approve', note: undefined })).toMatchObject({ ok: true });
    const off = { kind: 'off', reason: 'other', note: undefined } as const;
    const before = round % 2 === 0 ? [submit(), submit()] : [];
    const [taken, ...orders] = await Promise.all([decide(off), ...before, submit(), submit()]);
    const open = await openLeveragedTrades(pool, customer);
    expect(open).toBe(orders.filter((order) => order.type === 'ok').length);
    // Either leverage is off and no position is open, or a position is open and leverage is still on.
    expect(taken.ok ? open : Math.sign(open)).toBe(taken.ok ? 0 : 1);
    expect(await enabled(token)).toBe(!taken.ok);
    if (taken.ok) continue;
    await call('POST lever/dealall', {});
    expect(await decide(off)).toMatchObject({ ok: true });
  }
});

test('rejects a decision whose signature was made for a different application', async () => {
  const token = await register('signe');
  const { body } = await server.call('GET user/info', { token });
  const customer = BigInt((body.message as CallOutput<'GET user/info'>).id);
  await apply(token);
  const first = (await permissionOf(pool, customer))?.newest?.id ?? 0n;
  const decideAs = (signed: bigint) =>
    inTransaction(pool, async (at) => {
      const deed = { action: 'lever.reject', subject: `customer:${customer}` };
      const about = { ...deed, body: { id: signed.toString(), reason: 'other' } };
      await appendSigned(at, about, { account: 'rosa', nowMs: Date.now() });
      await at.query(
        `update lever_application set status = 'rejected', reason = 'other', decided_ms = 1 where book = $1 and status = 'submitted'`,
        [customer],
      );
    });
  await expect(decideAs(first + 1n)).rejects.toMatchObject({ constraint: 'lever_application_approved' });
  await decideAs(first);
  // The signature for the first application is not valid for the next.
  await apply(token);
  await expect(decideAs(first)).rejects.toMatchObject({ constraint: 'lever_application_approved' });
});
