/** Actions of operators on second factors, with their audit records and notices to the owner. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { FailedAttempts } from '../../identity/secrets/failed-attempts.ts';
import { act } from '../../operators/act.ts';
import { newestRecords, verifyAudit } from '../../operators/audit.ts';
import { resetFactor } from './operator-commands.ts';
import type { FactorResetReason } from './operator-commands.ts';
import { Account, OWN_DEVICE } from './testing/account.ts';
import { decidingAs } from '@candor/testing/signing.ts';

let door: IdentityDoor;
let lena: Account;
let names = 0;

beforeAll(async () => {
  door = await openIdentityDoor({
    attempts: { registrationsAddressMax: 1000, mailCodesAddressMax: 1000, loginAddressMax: 100_000 },
  });
});
afterAll(async () => {
  expect(door.errors).toEqual([]);
  await door.close();
});
beforeEach(async () => {
  names += 1;
  lena = await Account.open(door, `reset${names}`);
});

async function reset(
  reason: FactorResetReason,
  role: OperatorRole = 'reviewer',
  account = 'rosa',
): Promise<unknown> {
  const now = (): number => Date.now() + door.clock.aheadMs;
  const customer = await lena.id();
  const body = { customer: String(customer), reason };
  const deed = { action: 'factor.reset', subject: `customer:${customer}`, body };
  const operator = { ...(await decidingAs(door.pool, account, deed)), role };
  const command = resetFactor(new FailedAttempts(door));
  const outcome = await act({ pool: door.pool, operator, now }, command, {
    ...{ customer, reason, note: 'seen', by: operator },
  });
  return outcome.ok ? outcome.value : outcome.refusal.code;
}

it('clears failed attempts and keeps the factors', async () => {
  await lena.bind();
  for (let at = 0; at < 5; at += 1) await lena.loginError({ totp: '000000' });
  expect(await lena.loginError({ totp: lena.nextCode() })).toBe('too_many_attempts');
  expect(await reset('misses')).toEqual({ account: lena.name, removed: false, waits: false });
  expect(await lena.loginError({ totp: lena.code() })).toBeUndefined();
  expect(await lena.overview()).toMatchObject({ totp_enabled: true, withdrawals_held_until: null });
});

it('removes lost factors when a second operator approves, holds withdrawals, and notifies the owner', async () => {
  const [code] = await lena.bind();
  // A single operator removes nothing, even by a second approval.
  expect(await reset('lost')).toEqual({ account: lena.name, removed: false, waits: true });
  expect(await reset('lost')).toBe('second_person_needed');
  expect(await lena.overview()).toMatchObject({ totp_enabled: true, withdrawals_held_until: null });
  expect(await reset('lost', 'admin', 'ada')).toEqual({ account: lena.name, removed: true, waits: false });
  expect(await lena.overview()).toMatchObject({
    totp_enabled: false,
    recovery_codes_left: 0,
    confirm_with: ['password'],
    withdrawals_held_until: expect.any(Number),
  });
  expect(await lena.loginError({}, OWN_DEVICE)).toBeUndefined();
  expect(await lena.errorOf('POST safe/anti_phishing', { word: 'x', totp: code })).toBe(
    'confirmation_needed',
  );
  expect((await lena.events()).slice(-2)).toEqual(['factor_reset', 'login']);
  expect(await lena.mails()).toEqual(['factor_changed', 'factor_changed']);
  const [record] = await newestRecords(door.pool, 1);
  expect(record).toMatchObject({
    operator: 'ada',
    action: 'factor.reset',
    subject: `customer:${await lena.id()}`,
    before: '{"authenticator":true,"passkeys":0}',
    reason: 'lost: seen',
  });
  expect(await verifyAudit(door.pool)).toMatchObject({ violation: undefined });
});

it('refuses a reset if there are no factors, and a reset by an operator without permission', async () => {
  expect(await reset('lost')).toBe('state_abnormal');
  expect(await reset('misses', 'support')).toBe('unauthorized');
  expect(await reset('misses', 'treasurer')).toBe('unauthorized');
});
