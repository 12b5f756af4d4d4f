/** The language in which the app starts on a device where nobody has chosen one. */
import { languages, localeOf } from '@candor/protocol/languages.ts';
import { expect, test } from 'vitest';
import { languageOfBrowser } from './browser-language.ts';

test('finds each language of the product by its own tag', () => {
  expect(languages.map((language) => languageOfBrowser([localeOf[language]]))).toEqual([...languages]);
});

test.each([
  [['zh-Hans-HK'], 'zh'],
  [['zh-Hant-TW'], 'hk'],
  [['zh-TW'], 'hk'],
  [['zh'], 'zh'],
  [['pt-PT'], 'pt'],
  [['vi-VN', 'en-US'], 'vn'],
  [['de-DE', 'ja-JP', 'en'], 'jp'],
  [['EN-gb'], 'en'],
  [['de-DE'], 'en'],
  [['x', ''], 'en'],
  [[], 'en'],
])('starts for the preferences %j in %s', (preferred, language) => {
  expect(languageOfBrowser(preferred)).toBe(language);
});
