/**
 * Verification through the API and by an operator: each transition of an application, and the limit of one customer per document.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { photo } from '@candor/testing/pictures.ts';
import { uploadOver, uploadParts, uploaded } from '@candor/testing/uploads.ts';
import { appendSigned } from '@candor/testing/signing.ts';
import { inTransaction } from '../../db/transaction.ts';
import { removeLooseFiles } from '../../identity/documents/files.ts';
import { newestRecords, verifyAudit } from '../../operators/audit.ts';
import { seenNow } from './operator-commands.ts';
import { applicantsAt, approve, reject } from './testing/applicants.ts';
import type { Applicant } from './testing/applicants.ts';
import { DAY_MS } from '@candor/domain/time.ts';

let door: IdentityDoor;
const { applicant, customerRow, decide, file, standing, submit } = applicantsAt(() => door);

beforeAll(async () => {
  door = await openIdentityDoor();
});
afterAll(async () => {
  expect(door.errors).toEqual([]);
  expect(await verifyAudit(door.pool)).toMatchObject({ violation: undefined });
  await door.close();
});

test('approves a submitted application, and refuses further submissions and verdicts afterwards', async () => {
  const lena = await applicant('lena');
  expect(await standing(lena)).toEqual({
    status: 'not_started',
    reason: null,
    submitted_time: null,
    decided_time: null,
    given: null,
    looked_at: [],
  });
  expect(await decide(lena, approve)).toMatchObject({ refusal: { code: 'state_abnormal' } });
  expect(await submit(lena)).toMatchObject({
    type: 'ok',
    message: {
      status: 'under_review',
      given: { first_name: 'Annegret', birth_date: '1991-••-••', certificate_number: '•••• 0T47' },
    },
  });
  expect(await customerRow(lena)).toMatchObject({ kyc_status: 'under_review', country: null });
  expect(await submit(lena)).toMatchObject({ error: 'verification_awaiting' });
  expect(await decide(lena, approve)).toMatchObject({ ok: true });
  expect(await standing(lena)).toMatchObject({ status: 'approved', reason: null });
  expect(await customerRow(lena)).toMatchObject({ kyc_status: 'approved', country: 'DE', credit_score: 80 });
  expect(await submit(lena)).toMatchObject({ error: 'already_applied' });
  expect(await decide(lena, reject)).toMatchObject({ refusal: { code: 'state_abnormal' } });
  const mails = await door.pool.query(
    `select kind from mail where email_key = 'lena@example.com' order by id`,
  );
  expect(mails.rows.map(({ kind }) => kind as string)).toContain('kyc_approved');
  const [record] = await newestRecords(door.pool, 1);
  expect(record).toMatchObject({
    operator: 'rosa',
    action: 'kyc.approve',
    subject: `customer:${lena.customer}`,
  });
  // The audit log must not contain what is sealed elsewhere, because it has many readers.
  expect(JSON.stringify([record?.before, record?.after])).not.toMatch(/Annegret|Zauberwald|C01X00T47|1991/);
});

test('the database rejects a verdict whose signature names an application other than the pending one', async () => {
  const sigrid = await applicant('sigrid');
  await submit(sigrid, { certificate_number: 'S1234567' });
  const seen = await seenNow(door.pool, sigrid.customer);
  const decideAs = (of: string) =>
    inTransaction(door.pool, async (at) => {
      const body = { seen: of, reason: 'photo_unreadable' };
      const deed = { action: 'kyc.reject', subject: `customer:${sigrid.customer}`, body };
      await appendSigned(at, deed, { account: 'rosa', nowMs: Date.now() });
      await at.query(
        `update kyc_application set status = 'rejected', reason = 'photo_unreadable', decided_ms = 1
          where book = $1 and status = 'under_review'`,
        [sigrid.customer],
      );
      await at.query(`update customer set kyc_status = 'rejected' where id = $1`, [sigrid.customer]);
    });
  await expect(decideAs('x')).rejects.toMatchObject({ constraint: 'kyc_application_approved' });
  await decideAs(seen);
  const again = { ...sigrid, files: [await file(sigrid.token), await file(sigrid.token)] as const };
  expect(await submit(again, { certificate_number: 'S1234567' })).toMatchObject({ type: 'ok' });
  await expect(decideAs(seen)).rejects.toMatchObject({ constraint: 'kyc_application_approved' });
});

test('rejects an application with a reason, and accepts a further application with the same or new images', async () => {
  const mara = await applicant('mara');
  await submit(mara, { certificate_number: 'M1234567' });
  expect(await decide(mara, reject)).toMatchObject({ ok: true });
  expect(await standing(mara)).toMatchObject({ status: 'rejected', reason: 'photo_unreadable' });
  expect((await newestRecords(door.pool, 1))[0]?.reason).toBe('photo_unreadable: glare on the name');
  expect(await submit(mara, { certificate_number: 'M1234567' })).toMatchObject({ type: 'ok' });
  expect(await decide(mara, reject)).toMatchObject({ ok: true });
  const again = { ...mara, files: [await file(mara.token), mara.files[1]] as const };
  expect(await submit(again, { certificate_number: 'M1234567' })).toMatchObject({ type: 'ok' });
  expect(await decide(mara, approve)).toMatchObject({ ok: true });
  // Files of an application are kept, whatever their age.
  await removeLooseFiles(door.pool, Date.now() + 2 * DAY_MS);
  const kept = await door.pool.query('select from stored_file where customer = $1', [mara.customer]);
  expect(kept.rowCount).toBe(3);
});

test('accepts another upload of a rejected image, and then a submission only with the newer file', async () => {
  const rita = await applicant('rita');
  const bytes = await photo(9000, { width: 60, height: 40 });
  const front = await uploaded(door.app, rita.token, bytes);
  const first = { ...rita, files: [front, rita.files[1]] as const };
  await submit(first, { certificate_number: 'R7654321' });
  expect((await uploadOver(door.app, rita.token, uploadParts(bytes))).body).toMatchObject({
    error: 'file_duplicate',
  });
  await decide(rita, reject);
  const again = await uploaded(door.app, rita.token, bytes);
  expect(again).not.toBe(front);
  // After an image was uploaded again, only the newer file can be submitted.
  expect(await submit(first, { certificate_number: 'R7654321' })).toMatchObject({ error: 'file_not_found' });
  const second = { ...rita, files: [again, rita.files[1]] as const };
  expect(await submit(second, { certificate_number: 'R7654321' })).toMatchObject({ type: 'ok' });
});

test('refuses another upload of a rejected image that was submitted again', async () => {
  const tess = await applicant('tess');
  const bytes = await photo(9001, { width: 60, height: 40 });
  const files = [await uploaded(door.app, tess.token, bytes), tess.files[1]] as const;
  await submit({ ...tess, files }, { certificate_number: 'T7654321' });
  await decide(tess, reject);
  expect(await submit({ ...tess, files }, { certificate_number: 'T7654321' })).toMatchObject({ type: 'ok' });
  expect((await uploadOver(door.app, tess.token, uploadParts(bytes))).body).toMatchObject({
    error: 'file_duplicate',
  });
  const free = await door.pool.query('select from stored_file where customer = $1 and released', [
    tess.customer,
  ]);
  expect(free.rowCount).toBe(0);
});

describe('a submission', () => {
  let nina: Applicant;
  let otto: Applicant;
  beforeAll(async () => {
    nina = await applicant('nina');
    otto = await applicant('otto');
  });
  const cases: [what: string, change: () => Record<string, string>, refusal: object][] = [
    [
      'a missing name',
      () => ({ first_name: '' }),
      { error: 'parameter_missing', params: { field: 'first_name' } },
    ],
    ['a name with a direction override', () => ({ last_name: 'a\u202eb' }), { error: 'parameter_wrong' }],
    [
      'an unknown country',
      () => ({ country: 'XX' }),
      { error: 'parameter_wrong', params: { field: 'country' } },
    ],
    ['a number with punctuation', () => ({ certificate_number: `1'; drop--` }), { error: 'parameter_wrong' }],
    [
      'one image for both sides',
      () => ({ back: nina.files[0] }),
      { error: 'parameter_wrong', params: { field: 'back' } },
    ],
    [
      'an age of seventeen',
      () => ({ birth_date: under18() }),
      { error: 'too_young', params: { field: 'birth_date', min: '18' } },
    ],
    ['another customer’s image', () => ({ front: otto.files[0] }), { error: 'file_not_found' }],
    ['a missing image', () => ({ back: '0'.repeat(32) }), { error: 'file_not_found' }],
    ['an invalid file id', () => ({ back: '../../etc/passwd' }), { error: 'parameter_wrong' }],
  ];
  test.each(cases)('is refused with %s', async (_, change, refusal) => {
    expect(await submit(nina, { certificate_number: 'N1112223', ...change() })).toMatchObject(refusal);
    expect(await standing(nina)).toMatchObject({ status: 'not_started' });
    const attached = await door.pool.query('select from stored_file where customer = any($1) and attached', [
      [nina.customer, otto.customer],
    ]);
    expect(attached.rowCount).toBe(0);
  });

  test('is refused with an image that was uploaded for a different purpose', async () => {
    const [purpose, ...rest] = uploadParts(await photo(9100, { width: 60, height: 40 }));
    const { body } = await uploadOver(door.app, nina.token, [{ name: 'purpose', content: 'loan' }, ...rest]);
    expect(purpose?.content).toBe('kyc');
    const { id } = body.message as { id: string };
    expect(await submit(nina, { front: id })).toMatchObject({ error: 'file_not_found' });
  });

  test('is refused with the number of another customer’s document, in any notation', async () => {
    const owner = await applicant('owner');
    expect(await submit(owner, { certificate_number: 'AB-12 34567' })).toMatchObject({ type: 'ok' });
    for (const number of ['ab1234567', 'ＡＢ１２３４５６７', 'A B 1 2 3 4 5 6 7']) {
      expect(await submit(nina, { certificate_number: number })).toMatchObject({
        error: 'id_number_verified',
        params: { field: 'certificate_number' },
      });
    }
    // A rejected document is free again. The same number with a different country is a different document.
    await decide(owner, reject);
    expect(await submit(nina, { certificate_number: 'ab1234567' })).toMatchObject({ type: 'ok' });
    expect(await submit(owner, { certificate_number: 'AB1234567' })).toMatchObject({
      error: 'id_number_verified',
    });
    expect(await submit(owner, { certificate_number: 'AB1234567', country: 'AT' })).toMatchObject({
      type: 'ok',
    });
  });

  test('is refused after thirty attempts in a day', async () => {
    const tries = await applicant('tries');
    const codes = new Set<string>();
    for (let at = 0; at < 30; at += 1) {
      const body = await submit(tries, { certificate_number: `ZZ${at}9999`, back: '1'.repeat(32) });
      codes.add((body as { error: string }).error);
    }
    expect([...codes]).toEqual(['file_not_found']);
    expect(await submit(tries)).toMatchObject({ error: 'too_many_requests' });
  });
});

function under18(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear() - 18, now.getUTCMonth(), now.getUTCDate() + 1))
    .toISOString()
    .slice(0, 10);
}

test('accepts only one of fifty concurrent submissions of one number by different customers', async () => {
  const crowd: Applicant[] = [];
  for (let at = 0; at < 50; at += 1) crowd.push(await applicant(`crowd${at}`));
  const forms = ['P1234567', 'p-1234567', 'P 123 4567', 'Ｐ１２３４５６７'];
  const answers = await Promise.all(
    crowd.map((one, at) => submit(one, { certificate_number: forms[at % forms.length] ?? '' })),
  );
  const codes = answers.map((body) => (body.type === 'ok' ? 'ok' : (body as { error: string }).error));
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  expect(codes.filter((code) => code === 'id_number_verified')).toHaveLength(49);
  const rows = await door.pool.query(
    `select count(*) filter (where kyc_status = 'under_review')::int as waiting from customer where account like 'crowd%'`,
  );
  expect(rows.rows).toEqual([{ waiting: 1 }]);
  const attached = await door.pool.query(
    `select count(*)::int as n from stored_file f join customer c on c.id = f.customer
      where c.account like 'crowd%' and f.attached`,
  );
  expect(attached.rows).toEqual([{ n: 2 }]);
});

test('accepts only one of twenty concurrent submissions by one customer', async () => {
  const twice = await applicant('twice');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => submit(twice, { certificate_number: `TW${at}00000` })),
  );
  const codes = answers
    .map((body) => (body.type === 'ok' ? 'ok' : (body as { error: string }).error))
    .toSorted();
  expect(codes).toEqual(['ok', ...Array<string>(19).fill('verification_awaiting')]);
});

test('executes a repeated request once, and refuses its key with different fields', async () => {
  const kim = await applicant('kim');
  const change = { certificate_number: 'KK7654321' };
  const [first, second] = [await submit(kim, change, 'key-1'), await submit(kim, change, 'key-1')];
  expect(first).toMatchObject({ type: 'ok', message: { status: 'under_review' } });
  expect(second).toEqual(first);
  expect(await submit(kim, { certificate_number: 'KK7654322' }, 'key-1')).toMatchObject({
    error: 'key_reused',
  });
  const kept = await door.pool.query<{ answer: string; body_hash: string }>(
    'select answer, body_hash from answer where book = $1',
    [kim.customer],
  );
  // The stored hash is keyed, so that it can't be looked up in a list of numbers, and the answer isn't stored.
  expect(kept.rows).toEqual([{ answer: 'null', body_hash: expect.stringMatching(/^[\w-]{43}$/) as string }]);
});
