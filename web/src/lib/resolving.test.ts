/** The links from refusals to the screens that resolve them, and back. */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { expect, test } from 'vitest';
import { parseHash } from './hash-history.ts';
import { resolutionOf } from './resolving.ts';

const refused = (error: RefusalCode): RefusalEnvelope => ({
  type: 'error',
  code: 0,
  error,
  message: '',
  params: {},
});
const at = (hash: string) => ({ ...parseHash(hash), key: 'k', index: 3 });

test.each<[RefusalCode, string]>([
  ['verification_needed', '/pages/me/kyc'],
  ['trading_password_missing', '/pages/me/paypassword'],
  ['bank_card_missing', '/pages/me/bank'],
  ['lever_not_enabled', '/pages/me/leverage'],
  ['email_missing', '/pages/me/email'],
  ['own_limit_reached', '/pages/me/limits'],
  ['timed_out', '/pages/me/limits'],
  ['self_excluded', '/pages/me/limits'],
  ['product_not_offered', '/pages/me/jurisdiction'],
  ['leverage_above_cap', '/pages/me/jurisdiction'],
  ['reset_needed', '/pages/login/forgot'],
  ['address_missing', '/pages/me/addresses'],
  ['account_frozen', '/pages/me/kefu'],
  ['reference_used', '/pages/me/kefu'],
])('links the refusal %s to %s and back', (code, path) => {
  const link = resolutionOf(refused(code), at('/pages/kline/index?symbol=BTC/USDT'))?.link ?? '';
  const { path: there, search } = parseHash(link);
  expect(there).toBe(path);
  expect(new URLSearchParams(search).get('back')).toBe('/pages/kline/index?symbol=BTC/USDT');
});

test.each<[RefusalCode]>([['balance_insufficient'], ['market_closed'], ['confirmation_wrong']])(
  'returns no link for the refusal %s',
  (code) => {
    expect(resolutionOf(refused(code), at('/'))).toBeUndefined();
  },
);

test('returns no link on the screen that resolves the refusal', () => {
  expect(resolutionOf(refused('bank_card_missing'), at('/pages/me/bank?back=%2F'))).toBeUndefined();
});

test('links to the reset of the trading password after too many attempts', () => {
  const here = at('/pages/order/withdraw');
  const link = resolutionOf(refused('reset_needed'), here, 'trading_password')?.link ?? '';
  const { path, search } = parseHash(link);
  expect(path).toBe('/pages/me/paypassword');
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
    way: 'reset',
    back: '/pages/order/withdraw',
  });
});
