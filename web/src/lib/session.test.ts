/** What this browser remembers, read from whatever storage holds. */
import { expect, test } from 'vitest';
import { readSession, riseColourOf } from './session.ts';
import { safeReturn } from './return-address.ts';

test.each([undefined, null, 'text', 7, [], { language: 'xx', theme: 3, token: 5 }])(
  'a record such as %j is a fresh visitor',
  (stored) => {
    expect(readSession(stored)).toEqual({
      token: undefined,
      language: 'en',
      theme: 'system',
      textSize: 'normal',
      riseColour: 'auto',
      amountsHidden: false,
      valuation: 'USDT',
    });
  },
);

test.each(['../../x', '__proto__', 'constructor', 'en/../zh', 'EN', '', ['zh'], { toString: 'zh' }])(
  'the language %j is English, and no file is asked for under its name',
  (language) => {
    expect(readSession({ language }).language).toBe('en');
  },
);

test('up is red where that is the custom, unless the customer says otherwise', () => {
  const read = (language: string, riseColour = 'auto') => riseColourOf(readSession({ language, riseColour }));
  expect(['zh', 'hk', 'jp', 'ko'].map((language) => read(language))).toEqual(['red', 'red', 'red', 'red']);
  expect(['en', 'es', 'it', 'pt', 'vn'].map((language) => read(language))).toEqual(Array(5).fill('green'));
  expect([read('zh', 'green'), read('en', 'red')]).toEqual(['green', 'red']);
});

test.each([
  ['/pages/order/trade?tab=1', '/pages/order/trade?tab=1'],
  ['//evil.example', '/'],
  ['https://evil.example', '/'],
  [undefined, '/'],
])('after login %j leads to %s', (back, path) => {
  expect(safeReturn(back)).toBe(path);
});
