/** Operators' actions on customers, taken on the command line next to a running server, and their effects on the customers. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { photoWithPosition } from '@candor/testing/pictures.ts';
import { runOperatorLine } from '@candor/testing/operator-line.ts';
import { MULTIPART, multipart, uploadParts } from '@candor/testing/uploads.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { newestRecords, verifyAudit } from '../operators/audit.ts';

const PASSWORD = 'x7!kqz-ok';
const folder = mkdtempSync(join(tmpdir(), 'candor review-'));

let server: WholeServer;
let pool: Pool;
let token = '';
let customer = '';

beforeAll(async () => {
  server = await openWholeServer();
  pool = createPool(server.url, { max: 2 });
  token = await register('mira');
  customer = (await pool.query(`select id from customer where account = 'mira'`)).rows[0].id as string;
});
afterAll(async () => {
  expect(await verifyAudit(pool)).toMatchObject({ violation: undefined });
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
  await pool.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const operator = (account: string, ...args: string[]) => runOperatorLine({ server, account, args });

async function register(account: string): Promise<string> {
  const email = `${account}@example.com`;
  const mailed = await server.call('POST sms_mail', { fields: { email } });
  const { code } = mailed.body.message as { code: string };
  const fields = { account, email, code, password: PASSWORD, re_password: PASSWORD };
  const { body } = await server.call('POST user/register', {
    fields: { ...fields, invite_code: 'CANDOR', birth_date: '1990-01-01' },
  });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as string;
}

async function upload(bytes: Buffer): Promise<string> {
  const response = await fetch(`${server.origin}/api/upload`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': MULTIPART },
    body: new Uint8Array(multipart(uploadParts(bytes))),
  });
  const body = (await response.json()) as { message: { id: string } };
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  return body.message.id;
}

const realInfo = async () =>
  (await server.call('GET user/getrealinfo', { token })).body.message as {
    status: string;
    reason: string | null;
    looked_at: { role: string }[];
  };
const userInfo = async () => (await server.call('GET user/info', { token })).body;
const records = async () => Number((await verifyAudit(pool)).records);

async function submit(): Promise<void> {
  const [front, back] = [
    await upload(await photoWithPosition(1, 6)),
    await upload(await photoWithPosition(2)),
  ];
  const fields = {
    ...{ country: 'AT', first_name: 'Mira', last_name: 'Steinbeißer', birth_date: '1990-01-01' },
    ...{ certificate_type: 'id_card', certificate_number: 'P 123-4567', front, back },
  };
  expect((await server.call('POST user/real_name', { token, fields })).body).toMatchObject({ type: 'ok' });
}

test('records an example operator as the verifier of the example customers, and leaves no verification pending', async () => {
  expect((await operator('rosa', 'kyc', 'list')).out).toBe('No verification is pending.\n');
  const seeded = (await newestRecords(pool, 100)).filter(({ action }) => action === 'kyc.approve');
  expect(seeded.map(({ operator: by, reason }) => `${by}: ${reason}`)).toEqual(
    Array(2).fill('ada: an example customer of the demo'),
  );
});

test('lists, shows and approves a verification', async () => {
  await submit();
  const listed = await operator('sam', 'kyc', 'list');
  expect(listed.out).toMatch(new RegExp(`^${customer}  mira  AT  20`));
  // The list shows no personal data. Showing an application does, so it is recorded.
  expect(listed.out).not.toMatch(/Steinbei|1234567/);
  const before = await records();
  const shown = await operator('rosa', 'kyc', 'show', 'mira');
  expect(shown.out).toMatch(/last name: Steinbeißer/);
  expect(shown.out).toMatch(/birth date: 1990-01-01; at registration: 1990-01-01/);
  expect(shown.out).toMatch(/document: id_card of AT, P 123-4567/);
  const file = join(folder, 'front.jpg');
  expect(await operator('rosa', 'kyc', 'document', 'mira', 'front', '--out', file)).toMatchObject({
    code: 0,
  });
  expect(await records()).toBe(before + 2);
  const picture = readFileSync(file);
  const { format, width, height, exif } = await sharp(picture).metadata();
  expect({ format, width, height, exif }).toEqual({
    format: 'jpeg',
    width: 400,
    height: 640,
    exif: undefined,
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const again = await operator('rosa', 'kyc', 'document', 'mira', 'back', '--out', file);
  expect(again).toMatchObject({ code: 2, err: expect.stringMatching(/EEXIST/) as string });
  expect(readFileSync(file)).toEqual(picture);
  expect((await realInfo()).looked_at.map(({ role }) => role)).toEqual(Array(3).fill('reviewer'));
  expect(await operator('rosa', 'kyc', 'approve', 'mira')).toMatchObject({
    code: 0,
    out: `Verification of ${customer}: approved.\n`,
  });
  expect(await realInfo()).toMatchObject({ status: 'approved', reason: null });
  expect(await userInfo()).toMatchObject({ message: { kyc_status: 'approved', country: 'AT' } });
});

test('lets neither support nor treasurer view or decide a verification, and records the attempts', async () => {
  const before = await records();
  const file = join(folder, 'not.jpg');
  for (const account of ['sam', 'theo']) {
    for (const args of [
      ['kyc', 'show', 'mira', '--note', 'curious'],
      ['kyc', 'document', 'mira', 'front', '--out', file, '--note', 'curious'],
      ['kyc', 'approve', 'mira'],
      ['credit', 'set', 'mira', '90', '--reason', 'operator_correction'],
    ]) {
      expect(await operator(account, ...args)).toMatchObject({ code: 1, out: '' });
    }
  }
  expect(() => statSync(file)).toThrow(/ENOENT/);
  expect(await records()).toBe(before + 8);
  expect((await newestRecords(pool, 8)).map(({ action, subject, role }) => [action, subject, role])).toEqual(
    ['treasurer', 'support'].flatMap((role) =>
      ['credit set', 'kyc verdict', 'kyc document', 'kyc show'].map((task) => [
        'denied',
        `call:npm run operator ${task}`,
        role,
      ]),
    ),
  );
});

test('keeps a frozen customer signed in, signs out a locked one, and restores a released one’s access', async () => {
  expect(await operator('sam', 'customer', 'freeze', 'mira', '--reason', 'security_check')).toMatchObject({
    out: `mira (${customer}) is frozen.\n`,
  });
  const isFrozen = async () =>
    ((await server.call('POST coin/trade', { token, fields: {} })).body as { error?: string }).error ===
    'account_frozen';
  await expect.poll(isFrozen, { timeout: 8000 }).toBe(true);
  expect(await userInfo()).toMatchObject({
    type: 'ok',
    message: { status: 'frozen', standing_reason: 'security_check' },
  });
  expect((await server.call('POST user/cash_info', { token })).body).toMatchObject({ type: 'ok' });
  expect(await operator('sam', 'customer', 'freeze', 'mira', '--reason', 'security_check')).toMatchObject({
    code: 1,
  });

  expect(await operator('rosa', 'customer', 'lock', 'mira', '--reason', 'suspected_misuse')).toMatchObject({
    code: 0,
  });
  await expect.poll(async () => (await userInfo()).type, { timeout: 8000 }).toBe('999');
  const login = () => server.call('POST user/login', { fields: { account: 'mira', password: PASSWORD } });
  expect((await login()).body).toMatchObject({ error: 'account_locked' });

  expect(await operator('sam', 'customer', 'release', 'mira', '--reason', 'settled')).toMatchObject({
    code: 0,
  });
  const back = (await login()).body;
  expect(back.type).toBe('ok');
  token = back.message as string;
  const events = await pool.query<{ kind: string }>(
    `select kind from security_event where customer = $1 and agent = '' and address = '' order by id`,
    [customer],
  );
  expect(events.rows.map(({ kind }) => kind)).toEqual(['frozen', 'locked', 'released']);
  const mails = await pool.query(
    `select from mail where email_key = 'mira@example.com' and kind = 'standing_changed'`,
  );
  expect(mails.rowCount).toBe(3);
});

test('changes a credit score and shows the reason to the customer', async () => {
  const set = await operator(
    'rosa',
    'credit',
    'set',
    'mira',
    '65',
    '--reason',
    'loan_overdue',
    '--note',
    'loan 12',
  );
  expect(set.out).toBe(`Credit score of mira (${customer}): 80 → 65.\n`);
  expect((await newestRecords(pool, 1))[0]).toMatchObject({
    action: 'credit.set',
    before: '{"credit_score":80}',
    after: '{"credit_score":65}',
    reason: 'loan_overdue: loan 12',
  });
  const { body } = await server.call('GET user/credit', { token });
  expect(body).toMatchObject({ message: { score: 65 } });
  expect(JSON.stringify(body.message)).toMatch(/"before":80,"after":65,"reason":"loan_overdue"/);
  expect(await operator('rosa', 'credit', 'set', 'mira', '101', '--reason', 'loan_overdue')).toMatchObject({
    code: 1,
  });
});

test('rejects a customer name or number that does not exist', async () => {
  for (const args of [
    ['kyc', 'show', 'nobody'],
    ['customer', 'lock', '999999', '--reason', 'settled'],
  ]) {
    expect(await operator('ada', ...args)).toMatchObject({ code: 1, err: 'We couldn’t find this user.\n' });
  }
});
