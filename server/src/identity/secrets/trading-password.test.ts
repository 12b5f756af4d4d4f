import { expect, it } from 'vitest';
import { tradingPasswordViolation } from './trading-password.ts';

it.each([
  ['482915', '482915', undefined],
  ['520131', '520131', undefined],
  ['482915', '482916', 'passwords_differ'],
  ['000000', '000000', 'password_common'],
  ['123456', '123456', 'password_common'],
  ['654321', '654321', 'password_common'],
  ['456789', '456789', 'password_common'],
  ['121212', '121212', 'password_common'],
  ['481481', '481481', 'password_common'],
  ['112233', '112233', 'password_common'],
])('answers the trading password %s, repeated as %s, with %s', (password, again, code) => {
  expect(tradingPasswordViolation(password, again)?.refusal.code).toBe(code);
});
