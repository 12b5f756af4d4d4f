/** Line breaks in scripts with spaces and without. */
import { expect, test } from 'vitest';
import { wrapLines } from './wrap-lines.ts';

const upTo = (length: number) => (line: string) => line.length <= length;

test('breaks between words, and lets a punctuation mark exceed the width instead of moving it to the next line', () => {
  expect(wrapLines('One result says nothing.', upTo(12), 'en')).toEqual(['One result', 'says nothing.']);
});

test('breaks within Chinese text, but never before a punctuation mark', () => {
  const lines = wrapLines('杠杆交易可能亏掉全部保证金。一次结果不代表下一次。', upTo(8), 'zh-CN');
  expect(lines.join('')).toBe('杠杆交易可能亏掉全部保证金。一次结果不代表下一次。');
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.some((line) => line.startsWith('。'))).toBe(false);
});

test('puts a word that is too long on a separate line', () => {
  expect(wrapLines('a bbbbbbbbbb c', upTo(4), 'en')).toEqual(['a', 'bbbbbbbbbb', 'c']);
  expect(wrapLines('', upTo(4), 'en')).toEqual([]);
});
