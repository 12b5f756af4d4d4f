/**
 * Attempts by the serving role to act in an operator's name. The database rejects those that it can detect; the audit finds those
 * that need a cryptographic check.
 */
import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvalText, bodyText } from '@candor/protocol/console/approval.ts';
import { unsignedActions } from '@candor/protocol/console/signed-calls.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { SoftwareAuthenticator } from '@candor/testing/software-authenticator.ts';
import { appendSigned, decidingAs, testVoucher } from '@candor/testing/signing.ts';
import { createPool } from '../db/pool.ts';
import type { Connection, Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import { houseOf } from './approvals.ts';
import { appendRecord, logForVerifier, verifyAudit } from './audit.ts';
import { BrowserSigner } from './browser-signer.ts';
import { enrolKey, vouchedKey } from './keys.ts';
import type { NewKey, Voucher } from './keys.ts';
import type { Operator } from './operators.ts';

const PROGRAM = fileURLToPath(new URL('../../../verifier/src/cli/operators-main.ts', import.meta.url));
const NOW = 1_800_000_000_000;
const AT = { rpId: 'localhost', origin: 'http://localhost' };
const theo: Operator = { account: 'theo', role: 'treasurer', person: 'theo' };
const ada: Operator = { account: 'ada', role: 'admin', person: 'ada' };
const entry = (subject = 'customer:7', action = 'withdrawal.approve') => ({
  ...{ action, subject, before: {}, after: {}, reason: undefined },
});

let database: TestDatabase;
let pool: Pool;
let owner: pg.Pool;
let house: string;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 2 });
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  house = await houseOf(pool);
  await inTransaction(pool, async (at) => {
    for (const account of ['theo', 'ada', 'ines']) {
      await appendSigned(at, { action: 'customer.freeze', subject: 'customer:1' }, { account, nowMs: NOW });
    }
  });
});
afterAll(async () => {
  await pool.end();
  await owner.end();
  await database.drop();
});

const write = (operator: Operator, record = entry()) =>
  inTransaction(pool, (at) => appendRecord(at, record, { operator, nowMs: NOW }));
const refused = (work: Promise<unknown>, constraint: string) =>
  expect(work).rejects.toMatchObject({ constraint });
const signed = (body: Readonly<Record<string, unknown>> = { id: '5' }) =>
  decidingAs(pool, 'theo', { action: 'withdrawal.approve', subject: 'customer:7', body, nowMs: NOW });
/** A signature for a different action, as a faulty program might submit it. */
const passedOff = (operator: Operator, { action, subject }: ReturnType<typeof entry>): Operator => ({
  ...operator,
  approval: { action, subject, text: operator.approval?.text ?? '' },
});
const changed = (operator: Operator, change: Readonly<Record<string, unknown>>): Operator => {
  const text = JSON.stringify({ ...JSON.parse(operator.approval?.text ?? '{}'), ...change });
  return { ...operator, approval: { ...entry(), text } };
};

describe('the database', () => {
  test('rejects an action without a signature', () => refused(write(theo), 'audit_approval_missing'));
  test('rejects an action in the name of the payment provider or of the bootstrap operator', async () => {
    const provider = { account: 'payout-provider', role: 'provider', person: '' } as never;
    await refused(write(provider), 'audit_approval_missing');
    const bootstrap: Operator = { account: 'bootstrap', role: 'admin', person: '' };
    await refused(write(bootstrap, entry('operator:mallory', 'operator.confirm')), 'audit_approval_missing');
    await refused(write(bootstrap, entry('operator:theo', 'key.confirm')), 'audit_approval_missing');
    await refused(write(bootstrap, entry('operator:mallory', 'operator.add')), 'audit_approval_missing');
  });
  test.each(['withdrawal.read', 'chat.pay', 'article.release', 'denied.approve', 'read'])(
    'rejects the unlisted action %s without a signature',
    (action) => refused(write(theo, entry('customer:7', action)), 'audit_approval_missing'),
  );
  test('lets no serving role change the actions that need no signature', async () => {
    const { appUrl, doorUrl, guardUrl, tapeUrl, url } = database;
    for (const connectionString of [appUrl, doorUrl, guardUrl, tapeUrl, url]) {
      const serving = new pg.Client({ connectionString });
      // oxlint-disable-next-line no-await-in-loop -- one role after another
      await serving.connect();
      for (const attempt of [
        "insert into unsigned_action values ('withdrawal.approve')",
        "update unsigned_action set action = 'withdrawal.approve' where action = 'denied'",
        'delete from unsigned_action',
        'truncate unsigned_action',
        'drop table unsigned_action',
      ])
        // oxlint-disable-next-line no-await-in-loop -- one attempt after another
        await expect(serving.query(attempt), attempt).rejects.toMatchObject({ code: '42501' });
      // oxlint-disable-next-line no-await-in-loop -- see above
      await serving.end();
    }
    await refused(write(theo), 'audit_approval_missing');
  });
  test('lists as unsigned exactly the actions that the calls’ rows declare, none of which is a decision', async () => {
    const { rows } = await owner.query<{ action: string }>('select action from unsigned_action');
    expect(rows.map(({ action }) => action).toSorted()).toEqual([...unsignedActions].toSorted());
    const deciding = await owner.query<{ action: string }>(
      'select audit_action as action from state_template where audit_action is not null',
    );
    expect(deciding.rows.length).toBeGreaterThan(10);
    expect(deciding.rows.filter(({ action }) => unsignedActions.has(action))).toEqual([]);
  });
  test.each([
    ['a different action', entry('customer:7', 'withdrawal.reject')],
    ['a different subject', entry('customer:8')],
  ])('rejects a signature of %s', async (_, record) => {
    await refused(write(passedOff(await signed(), record), record), 'audit_approval_other');
  });
  test('rejects a signature for a different body, nonce or time', async () => {
    const operator = await signed();
    await refused(write(changed(operator, { body: '{"id":"6"}' })), 'audit_approval_other');
    await refused(write(changed(operator, { nonce: 'n' })), 'audit_approval_other');
    await refused(write(changed(operator, { time: NOW + 1 })), 'audit_approval_other');
  });
  test('rejects a signature by a different operator', async () => {
    const { approval } = await signed();
    await refused(write({ ...ada, approval }), 'audit_approval_key');
  });
  test('rejects a role that the operator does not have', async () => {
    await refused(write({ ...(await signed()), role: 'admin' }), 'audit_approval_operator');
  });
  test('rejects a signature that was already used', async () => {
    const operator = await signed();
    await write(operator);
    await refused(write(operator), 'audit_approval_once');
  });
  test('rejects a signature for a different origin, site or purpose', async () => {
    const operator = await signed();
    const client = JSON.parse(
      (JSON.parse(operator.approval?.text ?? '') as { client: string }).client,
    ) as object;
    for (const change of [
      { origin: 'https://evil.example' },
      { type: 'webauthn.get' },
      { crossOrigin: true },
    ]) {
      const other = changed(operator, { client: JSON.stringify({ ...client, ...change }) });
      await refused(write(other), 'audit_approval_elsewhere');
    }
    await refused(write(changed(operator, { authenticator: '00'.repeat(37) })), 'audit_approval_elsewhere');
  });
  test('rejects a key that is unknown, revoked or expired', async () => {
    await refused(write(changed(await signed(), { key: 'k'.repeat(43) })), 'audit_approval_key');
    const key = await broughtBy(ada);
    await inTransaction(pool, async (at) => {
      const record = { action: 'key.revoke', subject: 'operator:ada', body: { key: key.id } };
      await appendSigned(at, record, { account: 'ada', nowMs: NOW });
      await at.query(`update operator_key set revoked_by = 'ada', revoked_ms = $2 where id = $1`, [
        key.id,
        NOW,
      ]);
    });
    await refused(write(await key.sign(ada)), 'audit_approval_key');
    const old = await broughtBy(ada, NOW - 25 * 3_600_000);
    await refused(write(await old.sign(ada)), 'audit_approval_key');
  });
  test('rejects a key without a record, a different operator’s key, and a key that confirms itself', async () => {
    const key = passkey();
    const insert = (at: Connection) =>
      at.query(
        `insert into operator_key (id, account, kind, public_key, rp_id, origin, label, enrolled_ms)
          values ($1, 'theo', 'passkey', $2, 'localhost', 'http://localhost', 'x', $3)`,
        [key.made.id, key.made.publicKey, NOW],
      );
    await refused(inTransaction(pool, insert), 'operator_key_record');
    await inTransaction(pool, (at) => enrolKey(at, key.made, theo));
    const confirm = (at: Connection, by: string) =>
      at.query('update operator_key set confirmed_by = $2, confirmed_ms = 1 where id = $1', [
        key.made.id,
        by,
      ]);
    await refused(
      inTransaction(pool, (at) => confirm(at, 'ada')),
      'operator_key_two_persons',
    );
    const own = inTransaction(pool, async (at) => {
      const body = { key: key.made.id, public_key: key.made.publicKey.toString('hex') };
      await appendSigned(
        at,
        { action: 'key.confirm', subject: 'operator:theo', body },
        { account: 'theo', nowMs: NOW },
      );
      await confirm(at, 'theo');
    });
    await refused(own, 'operator_key_two_persons');
    await refused(write(key.sign(theo, 1)), 'audit_approval_key');
  });
  test('rejects a passkey whose counter decreases, or that did not verify its user', async () => {
    const key = passkey();
    await inTransaction(pool, (at) => enrolKey(at, key.made, theo));
    await inTransaction(pool, async (at) => {
      const body = { key: key.made.id, public_key: key.made.publicKey.toString('hex') };
      await appendSigned(
        at,
        { action: 'key.confirm', subject: 'operator:theo', body },
        { account: 'ada', nowMs: NOW },
      );
      await at.query(`update operator_key set confirmed_by = 'ada', confirmed_ms = 1 where id = $1`, [
        key.made.id,
      ]);
    });
    await write(key.sign(theo, 5));
    await refused(write(key.sign(theo, 5)), 'audit_approval_uses');
    await refused(write(key.sign(theo, 4)), 'audit_approval_uses');
    await refused(write(key.sign(theo, 6, { unverified: true })), 'audit_approval_elsewhere');
    await write(key.sign(theo, 6));
  });
});

test('has written a log that verifies up to this point', async () => {
  expect(await verifyAudit(pool)).toMatchObject({ violation: undefined });
});

test('has written a log that the standalone verifier accepts until a record is changed', async () => {
  const log = (await logForVerifier(pool)) as { records: { seq: number; approval: string | null }[] };
  expect(said(log)).toMatch(/^0 \d+ records form a chain[^]*decisions match their signatures/);
  const other = log.records.map((record) => ({
    ...record,
    approval: record.approval?.replace('"5', '"6') ?? null,
  }));
  expect(said({ ...log, records: other })).toMatch(/^1 Record \d+: does not follow/);
  expect(said({ ...log, vouchers: [] })).toMatch(/^1 Record \d+: enrols a key for which nobody vouches/);
  expect(said({ ...log, house: '0'.repeat(32), vouchers: [] })).toMatch(/^1 /);
});

/** Returns the standalone verifier's exit code, followed by its output about a log. */
function said(log: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'candor log-'));
  const file = join(folder, 'log.json');
  writeFileSync(file, JSON.stringify(log));
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return `${status} ${stdout}`;
}

describe('the audit', () => {
  test('accepts an unsigned step of a demo’s clock only from before steps were signed', async () => {
    const step = entry('clock', 'clock.forward');
    await refused(write(ada, step), 'audit_approval_missing');
    const before = await verifyAudit(pool);
    await owner.query('alter table audit disable trigger audit_approval');
    await write(ada, step);
    await owner.query('alter table audit enable trigger audit_approval');
    const unsigned = /clock\.forward by ada is not signed$/;
    expect((await verifyAudit(pool)).violation).toMatch(unsigned);
    expect(said(await logForVerifier(pool))).toMatch(/^1 [^]*Not signed: \d+ clock\.forward by ada/);
    const from = async (seq: bigint) => {
      await owner.query('alter table house_identity disable trigger user');
      await owner.query('update house_identity set clock_approved_from = $1', [seq]);
      await owner.query('alter table house_identity enable trigger user');
    };
    await from(before.records + 2n);
    expect((await verifyAudit(pool)).violation).toBeUndefined();
    expect(said(await logForVerifier(pool))).toMatch(/^0 /);
    await from(1n);
    await undo();
  });
  test('finds a signature that was not made with the key', async () => {
    await write(changed(await signed(), { signature: randomBytes(64).toString('hex') }));
    expect((await verifyAudit(pool)).violation).toMatch(/^record \d+: the signature is wrong$/);
    await undo();
  });
  test('finds a key for which no known server vouches', async () => {
    const forged = await broughtBy(ada, NOW, { sign: () => randomBytes(64) });
    await write(await forged.sign(ada));
    expect((await verifyAudit(pool)).violation).toMatch(/no door vouches for the key .* of ada/);
    await undo();
  });
  test('finds a key whose row differs from the log', async () => {
    await owner.query('alter table operator_key disable trigger user');
    const found = await owner.query(
      `update operator_key set public_key = '\\x00' where account = 'ines' returning id`,
    );
    expect(found.rowCount).toBe(1);
    expect((await verifyAudit(pool)).violation).toMatch(/of ines is not as the log has it/);
  });
});

/** Removes the newest records with the owner's privileges, so that the next forgery is the only one. */
async function undo(): Promise<void> {
  const { records } = await verifyAudit(pool);
  await owner.query('alter table audit disable trigger user; alter table operator_key disable trigger user');
  await owner.query(
    `delete from operator_key k where exists (select from audit a where a.seq > $1 and a.after::jsonb ->> 'key' = k.id)`,
    [records],
  );
  await owner.query('delete from audit a where a.seq > $1', [records]);
  await owner.query('alter table audit enable trigger user; alter table operator_key enable trigger user');
  expect((await verifyAudit(pool)).violation).toBeUndefined();
}

/** The test's own voucher vouches for the key unless another one is given. */
async function broughtBy(operator: Operator, nowMs = NOW, voucher: Voucher = testVoucher) {
  const signer = new BrowserSigner(AT);
  const made = { publicKey: signer.publicKey, at: AT, house, account: operator.account, nowMs };
  const key = vouchedKey(voucher, made);
  if (key === undefined) throw new Error('expected a valid key, found an invalid one');
  await inTransaction(pool, (at) => enrolKey(at, key, operator));
  const { action, subject } = entry();
  const sign = async (by: Operator) =>
    signer.signedBy(by, { act: { action, subject }, body: bodyText({ id: '5' }), house, nowMs: NOW });
  return { id: key.id, sign };
}

/** The test sets the counter of this software passkey. */
function passkey() {
  const authenticator = new SoftwareAuthenticator(AT.origin);
  const { passkey: held } = authenticator.create({ challenge: 'x', rp_id: AT.rpId });
  const publicKey = publicKeyOf(held.key);
  const made: NewKey = {
    ...{ id: held.id, kind: 'passkey', publicKey, ...AT, label: 'a passkey', transports: [], uses: 0 },
    ...{ enrolledMs: NOW, validUntilMs: undefined, vouched: undefined },
  };
  const sign = (operator: Operator, counter: number, wrong: { unverified?: boolean } = {}): Operator => {
    const { action, subject } = entry();
    const [nonce, body] = [randomBytes(16).toString('hex'), bodyText({ id: '5' })];
    const text = approvalText({
      action,
      subject,
      house,
      operator: operator.account,
      body,
      nonce,
      timeMs: NOW,
    });
    const challenge = createHash('sha256').update(text).digest('base64url');
    const got = JSON.parse(
      authenticator.get(held, { challenge, rp_id: AT.rpId }, { counter, ...wrong }),
    ) as Got;
    const { clientDataJSON, authenticatorData, signature } = got.response;
    const hex = (base64: string) => Buffer.from(base64, 'base64url').toString('hex');
    const approval = {
      ...{ key: held.id, nonce, time: NOW, body, authenticator: hex(authenticatorData) },
      ...{ client: Buffer.from(clientDataJSON, 'base64url').toString(), signature: hex(signature) },
    };
    return { ...operator, approval: { action, subject, text: JSON.stringify(approval) } };
  };
  return { made, sign };
}

type Got = { response: { clientDataJSON: string; authenticatorData: string; signature: string } };

function publicKeyOf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' });
}
