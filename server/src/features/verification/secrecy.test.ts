/** Confidentiality of a verification, access to its data, and its atomicity if a write fails. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whileDiskIsFull } from '@candor/testing/full-disk.ts';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { act } from '../../operators/act.ts';
import { newestRecords, verifyAudit } from '../../operators/audit.ts';
import { givenOf } from './handlers.ts';
import { lookAt } from './operator-commands.ts';
import { applicationsOf } from './store.ts';
import { applicantsAt, approve, reject, rosa } from './testing/applicants.ts';
import type { Applicant } from './testing/applicants.ts';

let door: IdentityDoor;
const { applicant, customerRow, decide, standing, submit } = applicantsAt(() => door);

beforeAll(async () => {
  door = await openIdentityDoor();
});
afterAll(async () => {
  expect(door.errors).toEqual([]);
  expect(await verifyAudit(door.pool)).toMatchObject({ violation: undefined });
  await door.close();
});

test('writes nothing if the disk becomes full during a submission', async () => {
  const full = await applicant('full');
  const change = { certificate_number: 'FU7654321' };
  for (const table of ['kyc_application', 'security_event', 'answer']) {
    const body = await whileDiskIsFull(door.ownerUrl, table, () => submit(full, change, 'key-full'));
    expect(body).toMatchObject({ error: 'try_again' });
    expect(door.errors.splice(0)).toMatchObject([{ code: '53100' }]);
    expect(await standing(full)).toMatchObject({ status: 'not_started' });
    expect(await customerRow(full)).toMatchObject({ kyc_status: 'not_started' });
    const attached = await door.pool.query('select from stored_file where customer = $1 and attached', [
      full.customer,
    ]);
    expect(attached.rowCount).toBe(0);
  }
  expect(await submit(full, change, 'key-full')).toMatchObject({ type: 'ok' });
});

describe('viewing an application', () => {
  let vera: Applicant;
  const look = (what: 'answers' | 'front' | 'back', note?: string, operator = rosa) =>
    act({ pool: door.pool, operator, now: Date.now }, lookAt, { customer: vera.customer, what, note });
  /** Counts audit records, except those that enrol a key, which are written at an operator's first signature in a test. */
  const records = async () => {
    const all = await newestRecords(door.pool, 1000);
    return all.filter(({ action }) => !action.startsWith('key.')).length;
  };

  beforeAll(async () => {
    vera = await applicant('vera');
  });

  test('is refused if the customer has no application', async () => {
    expect(await look('front', 'case 7')).toMatchObject({ refusal: { code: 'state_abnormal' } });
  });

  test('appends an audit record at each view, and the customer sees the views', async () => {
    await submit(vera, { certificate_number: 'VV1234567' });
    const before = await records();
    expect(await look('answers')).toMatchObject({ ok: true });
    expect(await look('front')).toMatchObject({ ok: true });
    expect(await look('back')).toMatchObject({ ok: true });
    expect(await records()).toBe(before + 3);
    const [back, front, answers] = await newestRecords(door.pool, 3);
    for (const [record, what] of [
      [back, 'back'],
      [front, 'front'],
      [answers, 'answers'],
    ] as const) {
      expect(record).toMatchObject({
        operator: 'rosa',
        role: 'reviewer',
        action: 'kyc.read',
        subject: `customer:${vera.customer}`,
      });
      expect(JSON.parse(record?.after ?? '')).toMatchObject({ kyc_status: 'under_review', what });
    }
    const { looked_at } = await standing(vera);
    expect(looked_at.map(({ role }) => role)).toEqual(['reviewer', 'reviewer', 'reviewer']);
    // A customer doesn't see views of a different customer's application.
    expect((await standing({ ...vera, token: await door.register('nosy') })).looked_at).toEqual([]);
  });

  test('needs a note after the verdict, and is always refused to support and treasurers', async () => {
    await decide(vera, approve);
    const before = await records();
    expect(await look('front')).toMatchObject({
      refusal: { code: 'parameter_missing', params: { field: 'note' } },
    });
    for (const role of ['support', 'treasurer'] as const) {
      expect(await look('front', 'case 7', { account: 'sam', role, person: 'sam' })).toMatchObject({
        refusal: { code: 'unauthorized' },
      });
      expect(await decide(vera, approve, { account: 'sam', role, person: 'sam' })).toMatchObject({
        refusal: { code: 'unauthorized' },
      });
    }
    expect(await records()).toBe(before);
    expect(await look('front', 'case 7')).toMatchObject({ ok: true });
    expect((await newestRecords(door.pool, 1))[0]?.reason).toBe('case 7');
  });
});

test('the database rejects changes to an application or to its customer’s status without an audit record', async () => {
  const sneaky = await applicant('sneaky');
  await submit(sneaky, { certificate_number: 'SN1234567' });
  const asServer = (sql: string) => door.pool.query(sql, [sneaky.customer]);
  await expect(asServer(`update customer set kyc_status = 'approved' where id = $1`)).rejects.toThrow(
    /without a record/,
  );
  await expect(asServer(`update customer set country = 'US' where id = $1`)).rejects.toThrow(
    /verified document/,
  );
  await expect(
    asServer(`update kyc_application set status = 'approved', decided_ms = 1 where book = $1`),
  ).rejects.toThrow(/without a record/);
  await expect(asServer(`update kyc_application set sealed = '' where book = $1`)).rejects.toThrow(
    /permission denied/,
  );
  await expect(asServer('delete from kyc_application where book = $1')).rejects.toThrow(/permission denied/);
  await expect(asServer(`update stored_file set sealed = '' where customer = $1`)).rejects.toThrow(
    /permission denied/,
  );
});

/** The first three bytes of a JPEG, as the database prints a bytea. */
const JPEG_IN_A_ROW = /\\xffd8ff/;

test('throws when it decrypts sealed data that was moved to a different application of the same customer', async () => {
  const mara = await applicant('mara');
  for (const number of ['M1234567', 'M1234568']) {
    await submit(mara, { certificate_number: number });
    await decide(mara, reject);
  }
  const [newest, older] = await applicationsOf(door.pool, mara.customer);
  if (newest === undefined || older === undefined) throw new Error('expected two applications, found fewer');
  expect(givenOf(door.vault, newest)).toMatchObject({ certificate_number: 'M1234568' });
  expect(() => givenOf(door.vault, { ...newest, sealed: older.sealed })).toThrow(/authenticate/);
});

test('stores no personal data in plain text anywhere in the database', async () => {
  const secret = await applicant('secret');
  await submit(secret, { certificate_number: 'QX9081726', first_name: 'Xiomarabelle' }, 'key-2');
  const owner = new pg.Client({ connectionString: door.ownerUrl });
  await owner.connect();
  const control = await owner.query<{ line: string }>(`select row('\\xffd8ffe0'::bytea)::text as line`);
  expect(control.rows[0]?.line).toMatch(JPEG_IN_A_ROW);
  const tables = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  let seen = 0;
  for (const { name } of tables.rows) {
    const rows = await owner.query<{ line: string }>(`select t::text as line from ${name} t`);
    for (const { line } of rows.rows) {
      seen += 1;
      expect([name, /Xiomarabelle|Zauberwald|QX9081726|C01X00T47/i.test(line)]).toEqual([name, false]);
      if (name === 'stored_file') expect(line).not.toMatch(JPEG_IN_A_ROW);
    }
  }
  await owner.end();
  expect(seen).toBeGreaterThan(100);
});
