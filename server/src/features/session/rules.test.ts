import { expect, it } from 'vitest';
import { loginsView, sessionView, userInfo } from './rules.ts';

it('returns a customer’s profile with a masked email address', () => {
  const profile = {
    account: 'lena',
    email: 'lena.k@example.com',
    walletAddress: null,
    status: 'frozen',
    standingReason: 'documents_needed',
    country: 'GB',
    inviteCode: 'ABCD2345',
    creditScore: 80,
    kycStatus: 'not_started',
    leverEnabled: false,
    hasTradingPassword: false,
    totpEnabled: false,
    registeredMs: 1_700_000_000_999,
    language: 'hk',
  } as const;
  const jurisdiction = { profile: 'demo', products: [], warnings: [] };
  const described = {
    profile,
    worth: { total: 100_100_00000000n, available: 5n, experience: 0n },
    income: { cumulative: -2_50000000n, today: 1n },
    jurisdiction,
  };
  const info = userInfo(100_001n, described);
  expect(info).toMatchObject({
    id: '100001',
    email: 'l***@example.com',
    registered_at: 1_700_000_000,
    account_balance: '100100',
    available_balance: '0.00000005',
    experience_balance: '0',
    cumulative_income: '-2.5',
    today_income: '0.00000001',
    status: 'frozen',
    standing_reason: 'documents_needed',
    country: 'GB',
    jurisdiction,
  });
  const { email, walletAddress } = { email: null, walletAddress: `0x${'ab'.repeat(20)}` };
  const byWallet = userInfo(1n, { ...described, profile: { ...profile, email, walletAddress } });
  expect(byWallet).toMatchObject({ email: null, wallet_address: walletAddress });
});

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

it.each([
  [AGENT, 'Firefox 144', 'Linux'],
  ['curl/8.0', '', ''],
  // A client's user agent must not be able to put text into our mails.
  ['Your account is closed, call candor.example/1 now', '', ''],
  ['', '', ''],
])('parses the user agent %j into browser and system', (agent, browser, system) => {
  const session = { id: 3n, agent, address: '10.0.0.1', createdMs: 1_999, seenMs: 2_000 };
  expect(sessionView(session, 3n)).toEqual({
    ...{ id: '3', browser, system, address: '10.0.0.1' },
    ...{ created_at: 1, seen_at: 2, current: true },
  });
  expect(sessionView(session, 4n).current).toBe(false);
});

it('returns a cursor only if there is a next page', () => {
  const event = (id: bigint) => ({ id, kind: 'login', timeMs: 0, agent: '', address: '' }) as const;
  expect(loginsView([event(9n), event(7n), event(4n)], 2)).toMatchObject({
    items: [{ id: '9' }, { id: '7' }],
    next: '7',
  });
  expect(loginsView([event(9n), event(7n)], 2).next).toBeNull();
  expect(loginsView([], 2)).toEqual({ items: [], next: null });
});
