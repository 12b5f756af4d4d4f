/** Formatting of figures, times, names and codes. */
import { expect, test } from 'vitest';
import { sayIn } from '../../build/said.ts';
import { caseOfName, nameOfCase } from './case-names.ts';
import { grouped, money, percent } from './figures.ts';
import { chooseLanguage } from '../i18n/language.ts';
import { refusalWords } from './refusal-words.ts';
import { mayCall } from './roles.ts';
import { readSession } from './session.ts';
import { distance, duration, fieldOfTime, localTime, timeOfField } from './times.ts';
import { codeWords } from './words.ts';

const t = sayIn('en');
const inChinese = sayIn('zh');

test.each([
  ['0', '0.00'],
  ['1', '1.00'],
  ['1234567.5', '1,234,567.50'],
  ['0.00000001', '0.00000001'],
  ['100.10000000', '100.10'],
  ['-12345.678', '−12,345.678'],
  ['711999799800', '711,999,799,800.00'],
  ['90071992547409931.00000001', '90,071,992,547,409,931.00000001'],
])('formats %s as %s', (decimal, written) => {
  expect(grouped(decimal)).toBe(written);
});

test('formats money with its currency and a fraction as a percentage', () => {
  expect(money('1000', 'USDT')).toBe('1,000.00 USDT');
  expect(percent(0.9731)).toBe('97.3%');
});

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3599, '59 min'],
  [3600, '1 h'],
  [3660, '1 h 1 min'],
  [90_000, '1 d 1 h'],
  [86_400, '1 d'],
  [-5, '0 s'],
])('formats %d seconds as %s', (seconds, written) => {
  expect(duration(t, seconds)).toBe(written);
});

test('formats a time as past or future', () => {
  expect(distance(t, 1000, 1060)).toBe('1 min ago');
  expect(distance(t, 1040, 1000)).toBe('in 40 s');
  expect(distance(inChinese, 1000, 8660)).toBe('2 小时 7 分钟前');
});

test('formats a time for a time field and parses it back to the same minute', () => {
  const seconds = 1_795_000_020;
  expect(timeOfField(fieldOfTime(seconds))).toBe(seconds - (seconds % 60));
  expect(timeOfField('')).toBeUndefined();
});

test.each(['kyc-7-12', 'withdrawal-100001-1', 'proposal-0-44', 'fund_order-7-3', 'loan-7-1'])(
  'formats and parses the case name %s',
  (name) => {
    const of = caseOfName(name);
    expect(of).toBeDefined();
    expect(of && nameOfCase(of)).toBe(name);
  },
);

test.each(['', 'kyc-7', 'gift-7-1', 'kyc-x-1', 'deposit-7-1/../2'])('rejects the case name %j', (name) => {
  expect(caseOfName(name)).toBeUndefined();
});

test('formats a time in the chosen language', () => {
  expect(localTime(1_795_000_000, 'en')).toMatch(/^\d\d Nov 2026, \d\d:\d\d:40$/);
  expect(localTime(1_795_000_000, 'zh')).toMatch(/^2026年11月\d\d日 \d\d:\d\d:40$/);
});

test('translates codes, and spells out a code that has no translation', () => {
  expect(codeWords(t, 'event', 'withdrawal.hold')).toBe('Withdrawal: put on hold');
  expect(codeWords(inChinese, 'reason', 'not_received')).toBe('未收到');
  expect(codeWords(inChinese, 'trigger', 'spot_stop')).toBe('现货委托的止损');
  expect(codeWords(t, 'deposit', 'success')).toBe('Credited');
  expect(codeWords(t, 'event', 'something_else.done')).toBe('Something else: done');
});

test('formats a refusal with times in the reader’s time zone', () => {
  expect(refusalWords({ error: 'parameter_wrong', params: { field: 'reference' } })).toContain('reference');
  const until = '1795000000';
  expect(refusalWords({ error: 'withdrawals_held', params: { until } })).toContain(localTime(1_795_000_000));
});

test.each([
  ['en', 'You can use: an authenticator code or a passkey.'],
  ['zh', '可选方式：身份验证器验证码或通行密钥'],
] as const)('lists the confirmations that a refusal accepts, in %s', (language, end) => {
  chooseLanguage(language);
  expect(refusalWords({ error: 'confirmation_needed', params: { kinds: 'totp passkey' } })).toMatch(
    new RegExp(`${end}$`),
  );
  chooseLanguage('en');
});

test('allows each role the calls that the call table lists for it', () => {
  expect(mayCall('support', 'GET deposits')).toBe(true);
  expect(mayCall('support', 'POST deposit_decide')).toBe(false);
  expect(mayCall('reviewer', 'POST withdrawal_settle')).toBe(false);
  expect(mayCall('treasurer', 'POST withdrawal_settle')).toBe(true);
  expect(mayCall('treasurer', 'GET operators')).toBe(false);
  expect(mayCall('admin', 'GET operators')).toBe(true);
});

test.each([
  undefined,
  null,
  'text',
  {},
  { token: 'x' },
  { token: 'x', operator: { account: 'a', role: 'owner', person: 'p' } },
  { token: '', operator: { account: 'a', role: 'admin', person: 'p' } },
])('rejects the stored session %j', (stored) => {
  expect(readSession(stored)).toBeUndefined();
});

test('parses a valid stored session', () => {
  const session = { token: 'x', operator: { account: 'ada', role: 'admin', person: 'ada' } };
  expect(readSession(session)).toEqual(session);
});
