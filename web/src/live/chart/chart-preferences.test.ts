/** What is stored of a customer's liking for charts is read field by field; anything odd falls back. */
import { expect, test } from 'vitest';
import { readPreferences } from './chart-preferences.ts';

const fallback = { view: '15m', indicators: ['MA'] };

test.each([
  ['nothing', undefined, fallback],
  ['a text', 'x', fallback],
  ['a good record', { view: '1D', indicators: ['RSI', 'MACD'] }, { view: '1D', indicators: ['MACD', 'RSI'] }],
  ['an unknown view', { view: '2m', indicators: [] }, { view: '15m', indicators: [] }],
  [
    'unknown indicators',
    { view: 'line', indicators: ['VWAP', 'EMA', 3] },
    { view: 'line', indicators: ['EMA'] },
  ],
  ['no list', { view: 'line', indicators: 'MA' }, { view: 'line', indicators: ['MA'] }],
])('%s', (_name, stored, expected) => {
  expect(readPreferences(stored)).toEqual(expected);
});
