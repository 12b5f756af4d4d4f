/** The texts of messages, with figures and times formatted and other parameters unchanged. */
import { expect, test } from 'vitest';
import { languages } from '@candor/protocol/languages.ts';
import { noticeKinds } from '@candor/protocol/notices/kinds.ts';
import { isKnown, messageText, noticeTexts } from './notice-texts.ts';
import type { Message } from './notice-texts.ts';

const said = async (message: Pick<Message, 'kind' | 'params'>, language: 'en' | 'es' = 'en') =>
  messageText(message, await noticeTexts(language), language);

test.each<[string, Pick<Message, 'kind' | 'params'>, string]>([
  [
    'an amount',
    { kind: 'deposit_credited', params: { amount: '12345.678', currency: 'USDT' } },
    '12,345.678 USDT from your deposit',
  ],
  [
    'an amount charged',
    { kind: 'balance_corrected', params: { amount: '-1500', currency: 'USDT' } },
    'by -1,500 USDT',
  ],
  [
    'a tape entry without thousands separators',
    {
      kind: 'price_alert',
      params: {
        symbol: 'BTC/USDT',
        level: '60000',
        price: '60000.01',
        entry: '1234567',
        reached_at: '1800000000',
      },
    },
    'in entry 1234567 of the price record',
  ],
  [
    'a percentage',
    { kind: 'position_warned', params: { symbol: 'BTC/USDT', share: '75%' } },
    'is down to 75%.',
  ],
  [
    'a profit',
    {
      kind: 'position_took_profit',
      params: { symbol: 'BTC/USDT', quantity: '0.1', price: '21000', result: '+1234.5' },
    },
    'position (quantity 0.1) at 21,000. Result: +1,234.50 USDT after fees.',
  ],
  [
    'a loss',
    {
      kind: 'position_stopped',
      params: { symbol: 'BTC/USDT', quantity: '0.1', price: '19500', result: '-51' },
    },
    'Result: -51.00 USDT',
  ],
  [
    'a network',
    { kind: 'address_added', params: { network: 'tron', address: 'TXyz' } },
    'The Tron address TXyz',
  ],
])('formats the parameters of a message: %s', async (_, message, expected) =>
  expect(await said(message)).toContain(expected),
);

test("formats a time in the customer's time zone", async () => {
  const text = await said({
    kind: 'withdrawal_held',
    params: { amount: '30', currency: 'USDT', until: '1800000000' },
  });
  expect(text).toMatch(/until Jan 15, 2027, \d+:00:00/);
});

test('formats figures in the chosen language', async () => {
  const params = { amount: '12345.678', currency: 'USDT' };
  expect(await said({ kind: 'deposit_credited', params }, 'es')).toContain('12.345,678 USDT');
});

test('returns nothing for a message for which this version has no text', () => {
  expect(
    ['price_alert', 'sent_by_a_newer_server', 'toString'].map((kind) =>
      isKnown({ kind: kind as Message['kind'] }),
    ),
  ).toEqual([true, false, false]);
});

test.each(languages)('has a text for every kind of message in %s', async (language) => {
  const texts = await noticeTexts(language);
  expect(Object.keys(texts).toSorted()).toEqual([...noticeKinds].toSorted());
});
