/** Verification through the front door and an operator’s hands: once a document, on record, and sealed. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { whileDiskIsFull } from '../../../../tools/testing/full-disk.ts';
import { openIdentityDoor } from '../../../../tools/testing/identity-door.ts';
import type { IdentityDoor } from '../../../../tools/testing/identity-door.ts';
import { photo } from '../../../../tools/testing/pictures.ts';
import { uploadOver, uploadParts, uploaded } from '../../../../tools/testing/uploads.ts';
import { removeLooseFiles } from '../../identity/files.ts';
import { act } from '../../operators/act.ts';
import { newestRecords, verifyAudit } from '../../operators/audit.ts';
import type { Operator } from '../../operators/operators.ts';
import { decideVerification, lookAt } from './operator-commands.ts';
import type { Verdict } from './rules.ts';

const rosa: Operator = { account: 'rosa', role: 'reviewer' };
const DAY_MS = 24 * 60 * 60_000;

let door: IdentityDoor;
let pictures = 0;

beforeAll(async () => {
  door = await openIdentityDoor();
});
afterAll(async () => {
  expect(door.errors).toEqual([]);
  expect(await verifyAudit(door.pool)).toMatchObject({ fault: undefined });
  await door.close();
});

/** A picture that nobody has handed in yet, uploaded. */
async function file(token: string): Promise<string> {
  pictures += 1;
  return uploaded(door.app, token, await photo(pictures, { width: 60, height: 40 }));
}

type Applicant = {
  readonly token: string;
  readonly customer: bigint;
  readonly files: readonly [string, string];
};

async function applicant(account: string): Promise<Applicant> {
  const token = await door.register(account);
  const found = await door.pool.query<{ id: string }>('select id from customer where account = $1', [
    account,
  ]);
  return { token, customer: BigInt(found.rows[0]?.id ?? 0), files: [await file(token), await file(token)] };
}

const given = {
  country: 'DE',
  first_name: 'Annegret',
  last_name: 'Müllerin-Zauberwald',
  birth_date: '1991-03-14',
  certificate_type: 'passport',
  certificate_number: 'C01X00T47',
};

async function submit(
  { token, files: [front, back] }: Applicant,
  change: Record<string, string> = {},
  key?: string,
) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const fields = { ...given, front, back, ...change };
  return (await door.call('POST user/real_name', { token, fields, headers })).body;
}

async function standing({ token }: Applicant): Promise<CallOutput<'GET user/getrealinfo'>> {
  const { body } = await door.call('GET user/getrealinfo', { token });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as CallOutput<'GET user/getrealinfo'>;
}

const decide = ({ customer }: Applicant, verdict: Verdict, operator = rosa) =>
  act({ pool: door.pool, operator, now: Date.now }, decideVerification, { customer, verdict });
const approve: Verdict = { kind: 'approve', note: undefined };
const reject: Verdict = { kind: 'reject', reason: 'photo_unreadable', note: 'glare on the name' };

const customerRow = async ({ customer }: Applicant) =>
  (await door.pool.query('select kyc_status, country, credit_score from customer where id = $1', [customer]))
    .rows[0] as object;

test('from nothing to approved', async () => {
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
  // A log that is shown to many is no place for what is sealed elsewhere.
  expect(JSON.stringify([record?.before, record?.after])).not.toMatch(/Annegret|Zauberwald|C01X00T47|1991/);
});

test('rejected, told why, and tried again with the same pictures or new ones', async () => {
  const mara = await applicant('mara');
  await submit(mara, { certificate_number: 'M1' + '234567' });
  expect(await decide(mara, reject)).toMatchObject({ ok: true });
  expect(await standing(mara)).toMatchObject({ status: 'rejected', reason: 'photo_unreadable' });
  expect((await newestRecords(door.pool, 1))[0]?.reason).toBe('photo_unreadable: glare on the name');
  expect(await submit(mara, { certificate_number: 'M1234567' })).toMatchObject({ type: 'ok' });
  expect(await decide(mara, reject)).toMatchObject({ ok: true });
  const again = { ...mara, files: [await file(mara.token), mara.files[1]] as const };
  expect(await submit(again, { certificate_number: 'M1234567' })).toMatchObject({ type: 'ok' });
  expect(await decide(mara, approve)).toMatchObject({ ok: true });
  // What an application has stays, however old.
  await removeLooseFiles(door.pool, Date.now() + 2 * DAY_MS);
  const kept = await door.pool.query('select from stored_file where customer = $1', [mara.customer]);
  expect(kept.rowCount).toBe(3);
});

test('what was rejected may be uploaded again', async () => {
  const rita = await applicant('rita');
  const bytes = await photo(9000, { width: 60, height: 40 });
  const front = await uploaded(door.app, rita.token, bytes);
  const first = { ...rita, files: [front, rita.files[1]] as const };
  await submit(first, { certificate_number: 'R7654321' });
  expect((await uploadOver(door.app, rita.token, uploadParts(bytes))).body).toMatchObject({
    error: 'file_duplicate',
  });
  await decide(rita, reject);
  expect(await uploaded(door.app, rita.token, bytes)).not.toBe(front);
});

describe('is refused', () => {
  let nina: Applicant;
  let otto: Applicant;
  beforeAll(async () => {
    nina = await applicant('nina');
    otto = await applicant('otto');
  });
  const cases: [what: string, change: () => Record<string, string>, refusal: object][] = [
    ['no name', () => ({ first_name: '' }), { error: 'parameter_missing', params: { field: 'first_name' } }],
    ['a name that turns the text around', () => ({ last_name: 'a\u202eb' }), { error: 'parameter_wrong' }],
    [
      'a country of none',
      () => ({ country: 'XX' }),
      { error: 'parameter_wrong', params: { field: 'country' } },
    ],
    ['a number with signs', () => ({ certificate_number: `1'; drop--` }), { error: 'parameter_wrong' }],
    [
      'one picture for both',
      () => ({ back: nina.files[0] }),
      { error: 'parameter_wrong', params: { field: 'back' } },
    ],
    [
      'seventeen years',
      () => ({ birth_date: under18() }),
      { error: 'too_young', params: { field: 'birth_date', min: '18' } },
    ],
    ['another’s picture', () => ({ front: otto.files[0] }), { error: 'file_not_found' }],
    ['a picture that is not there', () => ({ back: '0'.repeat(32) }), { error: 'file_not_found' }],
    ['a name of a file that is none', () => ({ back: '../../etc/passwd' }), { error: 'parameter_wrong' }],
  ];
  test.each(cases)('%s', async (_, change, refusal) => {
    expect(await submit(nina, { certificate_number: 'N1112223', ...change() })).toMatchObject(refusal);
    expect(await standing(nina)).toMatchObject({ status: 'not_started' });
    const attached = await door.pool.query('select from stored_file where customer = any($1) and attached', [
      [nina.customer, otto.customer],
    ]);
    expect(attached.rowCount).toBe(0);
  });

  test('a picture that was handed in for something else', async () => {
    const [purpose, ...rest] = uploadParts(await photo(9100, { width: 60, height: 40 }));
    const { body } = await uploadOver(door.app, nina.token, [{ name: 'purpose', content: 'loan' }, ...rest]);
    expect(purpose?.content).toBe('kyc');
    const { id } = body.message as { id: string };
    expect(await submit(nina, { front: id })).toMatchObject({ error: 'file_not_found' });
  });

  test('a number that verifies somebody else, however it is written', async () => {
    const owner = await applicant('owner');
    expect(await submit(owner, { certificate_number: 'AB-12 34567' })).toMatchObject({ type: 'ok' });
    for (const number of ['ab1234567', 'ＡＢ１２３４５６７', 'A B 1 2 3 4 5 6 7']) {
      expect(await submit(nina, { certificate_number: number })).toMatchObject({
        error: 'id_number_verified',
        params: { field: 'certificate_number' },
      });
    }
    // Of another country it is another document; and what was rejected verifies nobody.
    await decide(owner, reject);
    expect(await submit(nina, { certificate_number: 'ab1234567' })).toMatchObject({ type: 'ok' });
    expect(await submit(owner, { certificate_number: 'AB1234567' })).toMatchObject({
      error: 'id_number_verified',
    });
    expect(await submit(owner, { certificate_number: 'AB1234567', country: 'AT' })).toMatchObject({
      type: 'ok',
    });
  });

  test('the thirty-first try of a day', async () => {
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

test('fifty customers with one number at once: one is under review', async () => {
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

test('one customer twenty times at once: one application', async () => {
  const twice = await applicant('twice');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => submit(twice, { certificate_number: `TW${at}00000` })),
  );
  const codes = answers
    .map((body) => (body.type === 'ok' ? 'ok' : (body as { error: string }).error))
    .toSorted();
  expect(codes).toEqual(['ok', ...Array<string>(19).fill('verification_awaiting')]);
});

test('a repeated request is done once, and its key serves no other', async () => {
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
  // Neither what was answered nor a hash that a list of numbers would open.
  expect(kept.rows).toEqual([{ answer: 'null', body_hash: expect.stringMatching(/^[\w-]{43}$/) as string }]);
});

test('on a full disk nothing is half there', async () => {
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

describe('looking', () => {
  let vera: Applicant;
  const look = (what: 'answers' | 'front' | 'back', note?: string, operator = rosa) =>
    act({ pool: door.pool, operator, now: Date.now }, lookAt, { customer: vera.customer, what, note });
  const records = async () => Number((await verifyAudit(door.pool)).records);

  beforeAll(async () => {
    vera = await applicant('vera');
  });

  test('at nothing is refused', async () => {
    expect(await look('front', 'case 7')).toMatchObject({ refusal: { code: 'state_abnormal' } });
  });

  test('is a record each time, which the customer sees', async () => {
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
    // Nobody else's looks are shown.
    expect((await standing({ ...vera, token: await door.register('nosy') })).looked_at).toEqual([]);
  });

  test('takes a case once it is decided, and a role always', async () => {
    await decide(vera, approve);
    const before = await records();
    expect(await look('front')).toMatchObject({
      refusal: { code: 'parameter_missing', params: { field: 'note' } },
    });
    for (const role of ['support', 'treasurer'] as const) {
      expect(await look('front', 'case 7', { account: 'sam', role })).toMatchObject({
        refusal: { code: 'unauthorized' },
      });
      expect(await decide(vera, approve, { account: 'sam', role })).toMatchObject({
        refusal: { code: 'unauthorized' },
      });
    }
    expect(await records()).toBe(before);
    expect(await look('front', 'case 7')).toMatchObject({ ok: true });
    expect((await newestRecords(door.pool, 1))[0]?.reason).toBe('case 7');
  });
});

test('the database decides too: nobody is verified without a record', async () => {
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

/** The first three bytes of a JPEG, as the database writes them in a row. */
const JPEG_IN_A_ROW = /\\xffd8ff/;

test('in the whole database nothing says who they are', async () => {
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
