import { describe, expect, it } from 'vitest';
import { standingFault, triesKey, userInfo } from './rules.ts';

it.each([
  ['active', undefined],
  ['frozen', 'account_frozen'],
  ['locked', 'account_locked'],
] as const)('a customer who is %s: %s', (status, code) => {
  expect(standingFault(status)?.refusal.code).toBe(code);
});

describe('where misses are counted', () => {
  const at = { foldedName: 'lena', address: '10.0.0.1' };
  it.each([
    [undefined, 'name lena'],
    [{ id: 7n, addressKnown: false }, 'customer 7'],
    [{ id: 7n, addressKnown: true }, 'customer 7 at 10.0.0.1'],
  ])('%o: %s', (login, key) => {
    expect(triesKey(login, at)).toBe(key);
  });
});

it('describes a customer without saying more than they need to recognise', () => {
  const profile = {
    account: 'lena',
    email: 'lena.k@example.com',
    inviteCode: 'ABCD2345',
    creditScore: 80,
    kycStatus: 'not_started',
    leverEnabled: false,
    hasTradingPassword: false,
    totpEnabled: false,
    registeredMs: 1_700_000_000_999,
    language: 'hk',
  } as const;
  const info = userInfo(100_001n, profile, { total: 100_100_00000000n, available: 5n, experience: 0n });
  expect(info).toMatchObject({
    id: '100001',
    email: 'l***@example.com',
    registered_at: 1_700_000_000,
    account_balance: '100100',
    available_balance: '0.00000005',
    experience_balance: '0',
  });
});
