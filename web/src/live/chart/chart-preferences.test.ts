/** Stored chart preferences, whose invalid fields are replaced by defaults. */
import { expect, test } from 'vitest';
import { readPreferences } from './chart-preferences.ts';

const fallback = { view: '15m', indicators: ['MA'] };

test.each([
  ['nothing', undefined, fallback],
  ['a string', 'x', fallback],
  [
    'a valid record',
    { view: '1D', indicators: ['RSI', 'MACD'] },
    { view: '1D', indicators: ['MACD', 'RSI'] },
  ],
  ['an unknown view', { view: '2m', indicators: [] }, { view: '15m', indicators: [] }],
  [
    'unknown indicators',
    { view: 'line', indicators: ['VWAP', 'EMA', 3] },
    { view: 'line', indicators: ['EMA'] },
  ],
  [
    'indicators that are not a list',
    { view: 'line', indicators: 'MA' },
    { view: 'line', indicators: ['MA'] },
  ],
])('parses stored preferences: %s', (_name, stored, expected) => {
  expect(readPreferences(stored)).toEqual(expected);
});
