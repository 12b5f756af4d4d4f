/** Splitting text into search terms in nine languages, with their positions. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { termsOf, wordsOf } from './words.ts';

test.each([
  ['Withdrawal fees: 0.1%', 'withdrawal fees 0.1'],
  ['¿Cómo retiro? Más información', 'como retiro mas informacion'],
  ['l’ordine è già eseguito', 'l ordine e gia eseguito'],
  ['Não há cobrança', 'nao ha cobranca'],
  ['Đặt lệnh rút tiền', 'dat lenh rut tien'],
  ['提币需要多久？', '提币 币需 需要 要多 多久'],
  ['出金を確認', '出金 金を を確 確認'],
  ['が', 'が'],
  ['출금을', '출금 금을'],
  ['USDT提幣', 'usdt 提幣'],
  ['Ｆｕｌｌ ｗｉｄｔｈ', 'full width'],
  ['<b>&amp;</b> "; drop table', 'b amp b drop table'],
  ['—…!?', ''],
])('splits %s into terms', (text, terms) => {
  expect(
    wordsOf(text)
      .map(({ term }) => term)
      .join(' '),
  ).toBe(terms);
});

test('returns the terms of any text with increasing, non-empty positions', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      let before = 0;
      for (const { term, from, to } of wordsOf(text)) {
        expect(from).toBeGreaterThanOrEqual(before);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(text.length);
        expect(term.length).toBeGreaterThan(0);
        before = from;
      }
    }),
  );
});

test('limits the number of search terms', () => {
  expect(termsOf('a b a c', 2)).toEqual(['a', 'b']);
  expect(termsOf('字'.repeat(100), 24)).toEqual(['字字']);
});
