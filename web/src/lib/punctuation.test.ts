import { localeOf, languages } from '@candor/protocol/languages.ts';
import { expect, test } from 'vitest';
import { punctuationOf } from './punctuation.ts';

test('puts full-width marks without a space into Chinese and Japanese only', () => {
  const fullWidth = languages.filter((language) => punctuationOf(localeOf[language]).colon === '：');
  expect([...fullWidth].sort()).toEqual(['hk', 'jp', 'zh']);
  expect(languages.filter((language) => punctuationOf(localeOf[language]).gap === '')).toEqual(fullWidth);
});
