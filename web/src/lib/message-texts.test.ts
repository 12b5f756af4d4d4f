/** The texts of refusals, with money, quantities and times formatted. */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { languages } from '@candor/protocol/languages.ts';
import { expect, test } from 'vitest';
import { refusalText } from './message-texts.ts';

const refusal = (error: RefusalEnvelope['error'], params: RefusalEnvelope['params']): RefusalEnvelope => ({
  type: 'error',
  code: 0,
  error,
  message: '',
  params,
});

test('rounds required amounts up and available amounts down', async () => {
  const short = refusal('margin_insufficient', { currency: 'USDT', needed: '12.001', available: '11.999' });
  const text = await refusalText(short, 'en');
  expect(text).toContain('12.01 USDT');
  expect(text).toContain('11.99 USDT');
});

test('formats a quantity with as many decimal places as the quantity has', async () => {
  expect(await refusalText(refusal('quantity_off_step', { step: '0.00001' }), 'es')).toContain('0,00001');
});

test('formats the reopening of a market as a time instead of a number of seconds', async () => {
  const text = await refusalText(refusal('market_closed_until', { reopens_at: '1399842000' }), 'en');
  expect(text).toMatch(/May 1[12], 2014/);
  expect(text).not.toContain('1,399');
});

test.each([
  'no_such_code',
  'ui.back',
  'titles.home',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../texts/zh',
  '{min}',
  '',
])("returns the server's own message unchanged for the unknown code %j", async (code) => {
  const strange = {
    ...refusal(code as RefusalEnvelope['error'], { min: '1' }),
    message: '余额 <b>{min}</b>',
  };
  for (const language of languages) expect(await refusalText(strange, language)).toBe('余额 <b>{min}</b>');
});

test('inserts parameters without interpreting them as message syntax', async () => {
  const nested = refusal('quantity_off_step', { step: '{step} {message} <script>' });
  expect(await refusalText(nested, 'en')).toContain('{step} {message} <script>');
});
