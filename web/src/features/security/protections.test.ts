/** The protections reported as missing, and their order. */
import { expect, test } from 'vitest';
import type { Overview } from './protections.ts';
import { protectionsOf } from './protections.ts';

const bare: Overview = {
  email: null,
  phone: null,
  wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  has_password: false,
  has_trading_password: false,
  totp_enabled: false,
  recovery_codes_left: 0,
  passkeys: 0,
  anti_phishing_word: null,
  withdrawals_held_until: null,
  confirm_with: ['wallet'],
};
const full: Overview = {
  ...bare,
  email: 'l***@example.com',
  phone: '+44 ••• 123',
  has_password: true,
  has_trading_password: true,
  totp_enabled: true,
  recovery_codes_left: 10,
  passkeys: 1,
  anti_phishing_word: 'heron',
};
const names = (overview: Overview) => {
  const { missing, inPlace } = protectionsOf(overview);
  return { missing: missing.map((one) => one.name), inPlace: inPlace.map((one) => one.name) };
};
const order = ['totp', 'passkey', 'trading_password', 'email', 'password', 'anti_phishing', 'phone'];

test('reports every protection of a new account as missing, most valuable first', () => {
  expect(names(bare)).toEqual({ missing: order, inPlace: [] });
});

test('reports no missing protection for an account that has them all', () => {
  expect(names(full)).toEqual({ missing: [], inPlace: order });
});

test('reports the recovery codes as weak when only two are left', () => {
  expect(protectionsOf({ ...full, recovery_codes_left: 2 }).missing).toMatchObject([
    { name: 'totp', state: 'weak' },
  ]);
  expect(protectionsOf({ ...full, recovery_codes_left: 3 }).missing).toEqual([]);
});
