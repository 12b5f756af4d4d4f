/** The session of this browser, parsed from stored content. */
import { expect, test } from 'vitest';
import { readSession, riseColourOf } from './session.ts';
import { safeReturn } from './return-address.ts';

test.each([undefined, null, 'text', 7, [], { language: 'xx', theme: 3, token: 5 }])(
  "parses the invalid record %j as a new visitor's session",
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
  'replaces the unknown language %j with English',
  (language) => {
    expect(readSession({ language }).language).toBe('en');
  },
);

test('starts in a language of the browser until the visitor chooses one', () => {
  expect(readSession(undefined, ['vi-VN', 'en']).language).toBe('vn');
  expect(readSession({ language: 'es' }, ['vi-VN', 'en']).language).toBe('es');
});

test('colours rises red in languages where that is customary, unless the setting differs', () => {
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
])('returns the address to open after a login with the return address %j: %s', (back, path) => {
  expect(safeReturn(back)).toBe(path);
});
