/** Operators log in with a password and an authenticator, on a real database. */
import { HOUR_MS } from '@candor/domain/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { operatorCode } from '@candor/testing/operator-line.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { FailedAttempts } from '../identity/secrets/failed-attempts.ts';
import { Passwords } from '../identity/secrets/password.ts';
import { totpCode, totpStep } from '../identity/factors/totp.ts';
import { Vault } from '../identity/secrets/vault.ts';
import { act } from './act.ts';
import { newestRecords } from './audit.ts';
import { demoOperators, seedOperators } from './demo-operators.ts';
import { OperatorSessions } from './operator-sessions.ts';
import { signIn } from './operators.ts';
import type { SignInDeps } from './operators.ts';
import { unlockOperator } from './unlocking.ts';
import { breaches } from '../app/breaches.ts';
import { askExamples, decidingAs } from '@candor/testing/signing.ts';

const passwords = new Passwords(40);
const vault = new Vault(Buffer.alloc(32, 3));
const clock = { aheadMs: 0 };
const wrong = { kind: 'wrong' };
let database: TestDatabase;
let pool: Pool;
/** Makes used codes valid again. */
let owner: Pool;
let deps: SignInDeps;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 8 });
  owner = createPool(database.ownerUrl, { max: 1 });
  deps = {
    ...{ pool, passwords, vault },
    failedAttempts: new FailedAttempts({ pool, vault }),
    now: () => Date.now() + clock.aheadMs,
    wallNow: () => Date.now() + clock.aheadMs,
  };
  await seedOperators(pool, { passwords, vault, nowMs: 1 });
});
afterAll(async () => {
  await Promise.all([pool.end(), owner.end()]);
  await database.drop();
});

const SAM = { account: 'sam', password: 'Demo-sam-1' };

test('logs in only with the operator’s own password and code', async () => {
  await seedOperators(pool, { passwords, vault, nowMs: 2 });
  for (const { account, password, role } of demoOperators) {
    const given = { account, password, totp: operatorCode(account) };
    expect(await signIn(deps, given)).toEqual({ account, role, person: account });
  }
  const ada = { account: ' ADA ', password: 'Demo-ada-4', totp: operatorCode('ada', 1) };
  expect(await signIn(deps, { ...ada, password: 'Demo-sam-1' })).toEqual(wrong);
  expect(await signIn(deps, { ...ada, totp: '' })).toEqual(wrong);
  expect(await signIn(deps, { ...ada, totp: operatorCode('sam', 1) })).toEqual(wrong);
  expect(await signIn(deps, ada)).toEqual({ account: 'ada', role: 'admin', person: 'ada' });
  expect(await signIn(deps, { ...ada, account: 'nobody' })).toEqual(wrong);
  expect(await signIn(deps, { account: '', password: '', totp: '' })).toEqual(wrong);
});

test('rejects an operator without an authenticator', async () => {
  const taken = pool.query(`update operator set sealed_totp_secret = null where account = 'theo'`);
  await expect(taken).rejects.toMatchObject({ constraint: 'operator_fixed' });
  await pool.query(
    `insert into operator (account, role, person, password_hash, created_ms)
      select 'tom', o.role, 'tom', o.password_hash, 0 from operator o where o.account = 'theo'`,
  );
  const tom = { account: 'tom', password: 'Demo-theo-3', totp: operatorCode('theo', 1) };
  expect(await signIn(deps, tom)).toEqual(wrong);
});

test('accepts a code once, however many concurrent requests send it', async () => {
  await owner.query('update operator set totp_last_step = 0');
  const given = { account: 'rosa', password: 'Demo-rosa-2', totp: operatorCode('rosa') };
  const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(deps, given)));
  expect(answers.filter((answer) => !('kind' in answer))).toHaveLength(1);
  const sealed = await pool.query<{ sealed: Buffer }>('select sealed_totp_secret as sealed from operator');
  expect(sealed.rows.some((row) => row.sealed?.includes('TRUU'))).toBe(false);
});

test('does not count an attempt that was not compared because the queue was full', async () => {
  const full = { ...deps, passwords: { verify: () => Promise.resolve(undefined) } };
  const given = { ...SAM, totp: operatorCode('sam') };
  for (let at = 0; at < 7; at += 1) expect(await signIn(full, given)).toEqual({ kind: 'busy' });
  expect(await signIn(deps, given)).toMatchObject({ account: 'sam' });
});

test('lets an operator log in on their own device however many attempts come from other devices', async () => {
  const device = 'a device of ada’s';
  const sessions = new OperatorSessions({ pool, now: deps.now });
  await sessions.open('ada', { device, address: '10.0.0.1', agent: '' });
  await owner.query('update operator set totp_last_step = 0');
  const ada = { account: 'ada', password: 'Demo-ada-4', totp: operatorCode('ada') };
  for (let at = 0; at < 6; at += 1) await signIn(deps, { ...ada, password: 'a guess' });
  expect(await signIn(deps, ada)).toMatchObject({ kind: 'locked' });
  expect(await signIn(deps, { ...ada, device: 'some other' })).toMatchObject({ kind: 'locked' });
  expect(await signIn(deps, { ...ada, device })).toMatchObject({ account: 'ada' });
  await deps.failedAttempts.reset('operator:ada', 'password');
  await owner.query('update operator set totp_last_step = 0');
});

test('locks an operator for an hour after five failures, and after twenty until an admin unlocks them', async () => {
  const kinds: string[] = [];
  for (let hour = 0; hour < 5; hour += 1) {
    for (let at = 0; at < 6; at += 1) {
      const answer = await signIn(deps, { ...SAM, totp: '000000' });
      kinds.push('kind' in answer ? answer.kind : 'in');
    }
    clock.aheadMs += HOUR_MS;
  }
  expect(kinds.filter((kind) => kind === 'wrong')).toHaveLength(20);
  expect(await signIn(deps, { ...SAM, totp: operatorCode('sam') })).toEqual({
    kind: 'locked',
    seconds: undefined,
  });
  const command = unlockOperator(deps.failedAttempts);
  const input = { account: ' SAM ', note: undefined };
  const by = (account: string, role: OperatorRole) => ({
    pool,
    operator: { account, role, person: account },
    now: deps.now,
  });
  expect(await act(by('rosa', 'reviewer'), command, input)).toMatchObject({
    refusal: { code: 'unauthorized' },
  });
  expect(await act(by('ada', 'admin'), command, { ...input, account: 'nobody' })).toMatchObject({
    refusal: { code: 'user_not_found' },
  });
  const unsigned = act(by('ada', 'admin'), command, input);
  await expect(unsigned).rejects.toThrow(/is not signed/);
  const ada = await decidingAs(pool, 'ada', {
    action: 'operator.unlock',
    subject: 'operator:sam',
    nowMs: deps.now(),
  });
  const signed = { ...by('ada', 'admin'), operator: ada };
  expect(await act(signed, command, input)).toEqual({ ok: true, value: { account: 'sam' } });
  expect((await newestRecords(pool, 1))[0]).toMatchObject({ operator: 'ada', action: 'operator.unlock' });
  const totp = totpCode('JE544SGTC3EGD5TPCY737U43CNI3DCL7', totpStep(deps.now()));
  expect(await signIn(deps, { ...SAM, totp })).toEqual({ account: 'sam', role: 'support', person: 'sam' });
});

test('rejects example operators unless they are a demo’s own', async () => {
  await askExamples(database.ownerUrl);
  const bring = (account: string, role: string) =>
    pool.query(
      `insert into operator (account, role, person, password_hash, created_ms) values ($1, $2, $1, '', 0)`,
      [account, role],
    );
  await expect(bring('eve', 'admin')).rejects.toMatchObject({ constraint: 'operator_record' });
  await expect(bring('sam', 'admin')).rejects.toMatchObject({ constraint: 'operator_record' });
  // The audit finds an example operator whose row was inserted past the guard.
  expect((await breaches(pool)).map(({ detail }) => detail)).toContain(
    'operator tom, added by , confirmed by bootstrap',
  );
});
