/**
 * The operators' desk end to end over HTTP: actions are audited and visible to the customer, and operators with a conflict of
 * interest can't act.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { lineOf, openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { handIn, join, knock, wellAnswered } from '@candor/testing/front-door.ts';
import type { Member } from '@candor/testing/front-door.ts';
import { operatorCode } from '@candor/testing/operator-line.ts';
import { photo } from '@candor/testing/pictures.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { totpCode, totpStep } from '../../identity/factors/totp.ts';
import { breaches } from '../../app/breaches.ts';
import { newestRecords, verifyAudit } from '../../operators/audit.ts';
import { signerAt } from '@candor/testing/signing.ts';

let server: WholeServer;
let pool: Pool;
let mira: Member;
let customer: string;
let sam: ConsoleLine;
let rosa: ConsoleLine;
let ada: ConsoleLine;

beforeAll(async () => {
  server = await openWholeServer();
  pool = createPool(server.url, { max: 2 });
  [sam, rosa, ada] = await Promise.all([
    openConsoleLine(server, 'sam'),
    openConsoleLine(server, 'rosa'),
    openConsoleLine(server, 'ada'),
  ]);
  mira = await join(server.origin, 'mira');
  customer = (await mine<CallOutput<'GET user/info'>>('GET user/info')).id;
});
afterAll(async () => {
  expect(await breaches(pool)).toEqual([]);
  expect(await verifyAudit(pool)).toMatchObject({ violation: undefined });
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await pool.end();
  await server.stop();
});

async function mine<Payload>(name: string, fields: Record<string, unknown> = {}): Promise<Payload> {
  return wellAnswered((await knock(server.origin, name, { token: mira.token, fields })).body) as Payload;
}
const acts = async () => (await mine<CallOutput<'GET user/acts'>>('GET user/acts')).items;
const refused = async (asked: ReturnType<ConsoleLine['ask']>): Promise<string> => {
  const { body } = await asked;
  return body.type === 'ok' ? 'ok' : body.error;
};

let pictures = 100;
async function applyToBeVerified(number: string): Promise<void> {
  pictures += 2;
  const files = await Promise.all([photo(pictures), photo(pictures + 1)]);
  const [front, back] = await Promise.all(files.map((file) => handIn(server.origin, mira.token, file)));
  await mine('POST user/real_name', {
    ...{ country: 'DE', first_name: 'Mira', last_name: 'Kern', birth_date: '1990-01-01' },
    ...{ certificate_type: 'passport', certificate_number: number, front, back },
  });
}

describe('a verification', () => {
  it('is listed in the work queue until it is decided', async () => {
    expect(await refused(rosa.ask('POST kyc', { customer }))).toBe('state_abnormal');
    await applyToBeVerified('C01MIRA1');
    const { items, total } = await sam.done('GET cases', { kind: 'kyc' });
    expect(total).toBe(1);
    expect(items).toMatchObject([
      { kind: 'kyc', customer, account: 'mira', status: 'under_review', overdue: false, amount: null },
    ]);
    const [waiting] = (await sam.done('GET dashboard')).waiting;
    expect(waiting).toMatchObject({ kind: 'kyc', count: 1, overdue: 0 });
  });

  it('is opened only by permitted roles, with audit records that the customer can see', async () => {
    expect(await refused(sam.ask('POST kyc', { customer }))).toBe('unauthorized');
    expect((await newestRecords(pool, 1))[0]).toMatchObject({
      action: 'denied',
      subject: 'call:POST kyc',
      operator: 'sam',
    });
    const shown = await rosa.done('POST kyc', { customer });
    expect(shown).toMatchObject({ account: 'mira', given: { last_name: 'Kern' } });
    const { mime, base64 } = await rosa.done('POST kyc_picture', { customer, side: 'back' });
    expect(mime).toMatch(/^image\//);
    expect(Buffer.from(base64, 'base64').length).toBeGreaterThan(100);
    const records = await newestRecords(pool, 2);
    expect(records.map(({ action, operator }) => [action, operator])).toEqual([
      ['kyc.read', 'rosa'],
      ['kyc.read', 'rosa'],
    ]);
    const { looked_at: looked } = await mine<CallOutput<'GET user/getrealinfo'>>('GET user/getrealinfo');
    expect(looked.map(({ role }) => role)).toEqual(['reviewer', 'reviewer']);
    const told = await acts();
    expect(told.map(({ action, role, reason }) => [action, role, reason])).toEqual([
      ['kyc.read', 'reviewer', null],
      ['kyc.read', 'reviewer', null],
    ]);
    expect(JSON.stringify(told)).not.toMatch(/rosa|denied/);
  });

  it('is decided only on the documents that the operator saw', async () => {
    const first = await rosa.done('POST kyc', { customer });
    const verdict = { customer, verdict: 'approve' } as const;
    expect(await refused(rosa.ask('POST kyc_decide', { ...verdict, seen: 'something' }))).toBe(
      'case_changed',
    );
    expect(
      await refused(rosa.ask('POST kyc_decide', { ...verdict, verdict: 'reject', seen: first.seen })),
    ).toBe('parameter_missing');
    const reject = { customer, verdict: 'reject', seen: first.seen, reason: 'photo_unreadable' } as const;
    await ada.done('POST kyc_decide', { ...reject, note: 'glare' });
    await applyToBeVerified('C01MIRA2');
    expect(await refused(rosa.ask('POST kyc_decide', { ...verdict, seen: first.seen }))).toBe('case_changed');
    const second = await rosa.done('POST kyc', { customer });
    const answers = await Promise.all(
      [rosa, ada, rosa].map((line) =>
        refused(line.ask('POST kyc_decide', { ...verdict, seen: second.seen })),
      ),
    );
    expect(answers.toSorted()).toEqual(['ok', 'state_abnormal', 'state_abnormal']);
    expect((await acts()).slice(0, 5).map(({ action, reason }) => [action, reason])).toContainEqual([
      'kyc.reject',
      'photo_unreadable',
    ]);
  });

  it('can be opened after its verdict only with a note', async () => {
    expect(await refused(rosa.ask('POST kyc', { customer }))).toBe('parameter_missing');
    await rosa.done('POST kyc', { customer, note: 'case 12, asked by a court' });
    expect((await acts())[0]).toMatchObject({ action: 'kyc.read', reason: null });
  });
});

describe('a customer', () => {
  it('is found by number, account prefix, email address or invite code, with personal data masked', async () => {
    const found = async (q: string) => (await sam.done('GET customers', { q })).items.map(({ id }) => id);
    const seen = await sam.done('GET customer', { customer });
    for (const q of [customer, 'mira', 'MI', ' mira@example.com ', seen.invite_code.toLowerCase()]) {
      expect(await found(q), q).toContain(customer);
    }
    for (const q of ['mira@', 'ira', '%', 'mira_', '\\']) expect(await found(q), q).toEqual([]);
    expect(seen).toMatchObject({ email: 'm***@example.com', kyc_status: 'approved', tied: false });
    expect(JSON.stringify(seen)).not.toMatch(/mira@|Kern|C01MIRA/);
    expect(await refused(sam.ask('GET customer', { customer: '999999' }))).toBe('user_not_found');
    expect(await found('999999')).toEqual([]);
  });

  it('is frozen and released with a reason that the customer can read', async () => {
    const change = (what: 'freeze' | 'lock' | 'release', reason: 'security_check' | 'settled') =>
      refused(sam.ask('POST standing', { customer, change: what, reason, note: 'a colleague’s word' }));
    expect(await change('freeze', 'security_check')).toBe('ok');
    expect(await change('freeze', 'security_check')).toBe('state_abnormal');
    expect((await sam.done('GET customers', { status: 'frozen' })).items.map(({ id }) => id)).toEqual([
      customer,
    ]);
    expect((await acts())[0]).toMatchObject({ action: 'customer.freeze', reason: 'security_check' });
    expect(JSON.stringify(await acts())).not.toContain('colleague');
    expect(await change('release', 'settled')).toBe('ok');
    expect((await sam.done('GET customers', { status: 'frozen' })).items).toEqual([]);
  });

  it('is changed once by repeated requests with the same key', async () => {
    const send = (score: number) =>
      refused(
        rosa.ask(
          'POST credit',
          { customer, score, reason: 'operator_correction' },
          { headers: { 'idempotency-key': 'once' } },
        ),
      );
    const before = (await verifyAudit(pool)).records;
    expect(await Promise.all([send(70), send(70), send(70)])).toEqual(['ok', 'ok', 'ok']);
    expect(await send(70)).toBe('ok');
    expect(await send(71)).toBe('key_reused');
    expect((await verifyAudit(pool)).records).toBe(before + 1n);
    expect((await sam.done('GET customer', { customer })).credit_score).toBe(70);
  });

  it('gets one decision each on a score, a leverage application and a factor reset', async () => {
    const score = { customer, score: 60, reason: 'operator_correction' } as const;
    expect(await refused(rosa.ask('POST credit', score))).toBe('ok');
    expect(await refused(rosa.ask('POST credit', score))).toBe('state_abnormal');
    expect(await refused(rosa.ask('POST factor_reset', { customer, reason: 'lost' }))).toBe('state_abnormal');
    expect(await refused(rosa.ask('POST factor_reset', { customer, reason: 'misses' }))).toBe('ok');
    expect(await refused(rosa.ask('POST leverage_decide', { customer, verdict: 'approve' }))).toBe(
      'state_abnormal',
    );
    await mine('POST lever/apply', {
      ...{
        knowledge: 'some',
        experience: 'under_one_year',
        loss_capacity: 'bearable',
        funds_source: 'salary',
      },
      ...{ quiz_leverage: 'ten', quiz_close_out: 'position_is_closed', quiz_gap: 'at_the_next_price' },
      quiz_worst: 'the_margin',
    });
    expect(await sam.done('GET leverage', { customer })).toMatchObject({
      enabled: false,
      application: { status: 'submitted', quiz_right: 4, concerns: [] },
    });
    expect(await refused(sam.ask('POST leverage_decide', { customer, verdict: 'approve' }))).toBe(
      'unauthorized',
    );
    expect(await refused(rosa.ask('POST leverage_decide', { customer, verdict: 'reject' }))).toBe(
      'parameter_missing',
    );
    const { application } = await rosa.done('GET leverage', { customer });
    const verdict = { customer, verdict: 'approve' } as const;
    expect(await refused(rosa.ask('POST leverage_decide', verdict))).toBe('case_changed');
    expect(await refused(rosa.ask('POST leverage_decide', { ...verdict, id: '1' }))).toBe('case_changed');
    await rosa.done('POST leverage_decide', { ...verdict, id: application?.id ?? '' });
    expect(await sam.done('GET leverage', { customer })).toMatchObject({ enabled: true });
  });

  it('has a timeline in pages from newest to oldest, without IP addresses for support', async () => {
    const whole = await ada.done('GET timeline', { customer, limit: 100 });
    expect(whole.next).toBeNull();
    const times = whole.items.map(({ time }) => time);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(new Set(whole.items.map(({ what }) => what))).toEqual(
      new Set(['demo', 'security', 'operator', 'score']),
    );
    const paged = [];
    let cursor: string | undefined;
    do {
      const page = await ada.done('GET timeline', { customer, limit: 3, cursor });
      paged.push(...page.items);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(whole.items);
    const addressOf = (shown: { items: { what: string; text: string | null }[] }) =>
      shown.items.filter(({ what }) => what === 'security').map(({ text }) => text ?? '');
    expect(addressOf(whole).join(' ')).toMatch(/127\./);
    expect(addressOf(await sam.done('GET timeline', { customer, limit: 100 })).join('')).toBe('');
  });
});

describe('an incoming deposit', () => {
  it('is listed in the work queue and in the timeline', async () => {
    pictures += 1;
    const voucher = await handIn(server.origin, mira.token, await photo(pictures), 'voucher');
    const { id } = await mine<{ id: string }>('POST wallet/charge_req', {
      ...{ currency: 'USDT', network: 'tron', amount: '75', voucher },
    });
    const { items } = await sam.done('GET cases');
    expect(items).toMatchObject([
      { kind: 'deposit', customer, id, currency: 'USDT', amount: '75', overdue: false },
    ]);
    expect((await sam.done('GET cases', { kind: 'withdrawal' })).total).toBe(0);
    expect((await sam.done('GET customer', { customer })).open).toEqual([{ kind: 'deposit', count: 1 }]);
    await mine('POST wallet/charge_cancel', { id });
    const money = (await sam.done('GET timeline', { customer, limit: 100 })).items.filter(
      ({ what }) => what === 'deposit',
    );
    expect(money).toMatchObject([
      { kind: 'deposit.failed', amount: null, reason: 'cancelled_by_customer' },
      { kind: 'deposit.under_review', amount: '75', currency: 'USDT', network: 'tron', reason: null },
    ]);
    expect((await sam.done('GET cases')).items).toEqual([]);
  });
});

describe('an operator with a conflict of interest', () => {
  beforeAll(async () => {
    await pool.query(
      `insert into operator_tie (person, customer, noted_ms, noted_by) values ('rosa', $1, 1, 'ada')`,
      [customer],
    );
  });

  it('is refused every decision, and none of these attempts is audited', async () => {
    const before = (await verifyAudit(pool)).records;
    const id = (await rosa.done('GET leverage', { customer })).application?.id ?? '';
    const all = [
      rosa.ask('POST kyc', { customer, note: 'mine' }),
      rosa.ask('POST kyc_picture', { customer, side: 'front', note: 'mine' }),
      rosa.ask('POST standing', { customer, change: 'freeze', reason: 'own_request' }),
      rosa.ask('POST credit', { customer, score: 100, reason: 'operator_correction' }),
      rosa.ask('POST factor_reset', { customer, reason: 'misses' }),
      rosa.ask('POST leverage_decide', { customer, id, verdict: 'off', reason: 'other' }),
    ];
    for (const asked of all) expect(await refused(asked)).toBe('conflict_of_interest');
    expect((await verifyAudit(pool)).records).toBe(before);
    expect((await rosa.done('GET customer', { customer })).tied).toBe(true);
    expect((await ada.done('GET customer', { customer })).tied).toBe(false);
  });

  it('is refused every decision with a second account as well', async () => {
    const account = { account: 'rosa.second', password: 'an0ther-l0ng-one' };
    const who = { account: account.account, role: 'admin', person: 'rosa' } as const;
    await ada.done('POST operator_add', { ...account, ...who });
    const ines = await openConsoleLine(server, 'ines');
    const { totp_secret: secret } = await ines.done('POST operator_confirm', who);
    const fields = { ...account, totp: totpCode(secret ?? '', totpStep(Date.now())) };
    const { body } = await knock(server.origin, 'POST console/login', { fields });
    const { token } = wellAnswered(body) as { token: string };
    const signer = await signerAt(pool, server.origin, { ...who, account: account.account });
    const second = lineOf(server, { account: account.account, token, device: undefined, signer });
    expect((await second.done('GET me')).operator).toMatchObject({ role: 'admin', person: 'rosa' });
    const score = { customer, score: 100, reason: 'operator_correction' } as const;
    expect(await refused(second.ask('POST credit', score))).toBe('conflict_of_interest');
    expect((await second.done('GET customer', { customer })).tied).toBe(true);
  });

  it('is flagged if operator and customer used the same device', async () => {
    expect((await rosa.done('GET customer', { customer })).same_device).toBe(false);
    const theo = { account: 'theo', password: 'Demo-theo-3', totp: operatorCode('theo') };
    const signedIn = await knock(server.origin, 'POST console/login', { fields: theo, device: mira.device });
    const { token } = wellAnswered(signedIn.body) as { token: string };
    const line = lineOf(server, { account: 'theo', token, device: mira.device });
    expect((await line.done('GET customer', { customer })).same_device).toBe(true);
  });
});

describe('linked accounts', () => {
  it('are customers with the same address, device or network, shown masked, and each view is recorded', async () => {
    const other = await join(server.origin, 'linked');
    const { id } = wellAnswered(
      (await knock(server.origin, 'GET user/info', { token: other.token })).body,
    ) as { id: string };
    const owner = createPool(server.ownerUrl, { max: 1 });
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `insert into withdrawal_address (book, id, network, address, address_key, label, added_ms, usable_ms)
        select b, 77, 'tron', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', '', 1000, 1000
        from unnest($1::bigint[]) b`,
      [[customer, id]],
    );
    await owner.query(
      `insert into session (customer, token_hash, created_ms, seen_ms, expires_ms, agent, address, device)
        select $2, 'x', s.created_ms, s.seen_ms, s.expires_ms, '', s.address, s.device from session s
        where s.customer = $1 and s.device is not null limit 1`,
      [customer, id],
    );
    await owner.end();
    const { items, more } = await ada.done('GET links', { customer });
    expect(more).toBe(false);
    expect(items.filter((one) => one.customer === id)).toMatchObject([
      { kind: 'address', label: 'TJRa…RTv8', last_at: 1 },
      { kind: 'device', label: expect.stringMatching(/^[0-9a-f]{12}$/) as string },
      { kind: 'network', label: expect.stringMatching(/^127\.\d+\.\*\.\*$/) as string },
    ]);
    expect(items.map((one) => one.customer)).not.toContain(customer);
    expect(await refused(sam.ask('GET links', { customer }))).toBe('unauthorized');
    expect(await refused(ada.ask('GET links', { customer: '999999' }))).toBe('user_not_found');
    const { items: records } = await ada.done('GET audit', { customer, action: 'links.read' });
    expect(records.map(({ operator }) => operator)).toEqual(['ada']);
  });
});

describe('the audit log', () => {
  it('is filtered by operator, subject and action, and its chain is verified', async () => {
    const { items } = await sam.done('GET audit', { operator: 'rosa', customer, action: 'kyc.read' });
    expect(items.length).toBeGreaterThan(1);
    for (const item of items) {
      expect(item).toMatchObject({ operator: 'rosa', action: 'kyc.read', subject: `customer:${customer}` });
    }
    const first = await sam.done('GET audit', { limit: 2 });
    const second = await sam.done('GET audit', { limit: 2, cursor: first.next ?? '' });
    expect(second.items[0]?.seq).toBe((first.items[1]?.seq ?? 0) - 1);
    const checked = await sam.done('GET audit_check');
    expect(checked).toEqual({
      records: first.items[0]?.seq,
      head: first.items[0]?.hash,
      fault: null,
    });
  });
});
