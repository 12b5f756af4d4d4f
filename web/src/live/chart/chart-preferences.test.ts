/** Stored chart preferences, whose invalid fields are replaced by defaults. */
import { expect, test } from 'vitest';
import { readPreferences, toggled } from './chart-preferences.ts';

const fallback = { view: '15m', indicators: ['MA', 'VOL'] };

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
    { view: 'line', indicators: ['MA', 'VOL'] },
  ],
])('parses stored preferences: %s', (_name, stored, expected) => {
  expect(readPreferences(stored)).toEqual(expected);
});

test.each([
  ['adds one', ['MA'], 'RSI', ['MA', 'RSI']],
  ['removes one', ['MA', 'RSI'], 'MA', ['RSI']],
  [
    'gives a fourth pane the place of the first',
    ['MA', 'VOL', 'RSI', 'KDJ'],
    'CCI',
    ['MA', 'RSI', 'KDJ', 'CCI'],
  ],
  [
    'does not count an indicator drawn over the candles',
    ['VOL', 'RSI', 'KDJ'],
    'SAR',
    ['VOL', 'RSI', 'KDJ', 'SAR'],
  ],
] as const)('changes the indicators: %s', (_name, before, name, after) => {
  expect(toggled(before, name)).toEqual(after);
});
