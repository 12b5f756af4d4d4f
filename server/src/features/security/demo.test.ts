/** A demo's next start undoes changes by visitors to its example customers. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openIdentityDoor } from '@candor/testing/identity-door.ts';
import type { IdentityDoor } from '@candor/testing/identity-door.ts';
import { COINS } from '../../commands/testing/house.ts';
import { demoCustomers } from '../demo/seed.ts';
import { seedSafety } from './demo.ts';
import { Account, PASSWORD } from './testing/account.ts';
import { openDemoHouse } from '../../ledger/book.ts';
import { FailedAttempts } from '../../identity/secrets/failed-attempts.ts';

const CONFIRMED = { current_password: PASSWORD };
let door: IdentityDoor;

beforeAll(async () => {
  door = await openIdentityDoor();
  // The state of a demo's database before any customers are seeded.
  await openDemoHouse(door.pool, COINS);
});
afterAll(async () => {
  expect(door.errors).toEqual([]);
  await door.close();
});

const prepare = () => seedSafety({ ...door, failedAttempts: new FailedAttempts(door) }, demoCustomers);

it('removes the second factors of the example customers and restores their published trading passwords', async () => {
  const [lena, wei, mia] = await Promise.all(['lena', 'wei', 'mia'].map((name) => Account.open(door, name)));
  if (lena === undefined || wei === undefined || mia === undefined)
    throw new Error('expected the example customers, found none');
  const from = { customer: await lena.id(), device: undefined, address: '', agent: '', host: '' };
  const asked = async (digits: string) =>
    (await door.tradingPasswords.check(from.customer, digits, from))?.refusal.code;
  const set = { password: '482915', re_password: '482915', ...CONFIRMED };

  await prepare();
  expect(await asked('135790')).toBeUndefined();
  expect(await wei.overview()).toMatchObject({ has_trading_password: false });
  expect(await lena.errorOf('POST safe/trading_password', { ...set, current: '135790' })).toBeUndefined();
  for (const one of [wei, mia]) expect(await one.errorOf('POST safe/trading_password', set)).toBeUndefined();
  for (const one of [lena, mia]) await one.bind();
  expect(await lena.loginError({ totp: '000000' })).toBe('confirmation_wrong');

  await prepare();
  expect(await asked('482915')).toBe('trading_password_wrong');
  expect(await asked('135790')).toBeUndefined();
  expect(await lena.loginError({})).toBeUndefined();
  expect(await wei.overview()).toMatchObject({ has_trading_password: false });
  // Mia isn't one of the examples that are reset.
  expect(await mia.overview()).toMatchObject({ has_trading_password: true, totp_enabled: true });
});
