/** Slugs derived from the titles of articles. */
import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

test.each([
  ['Why the fund’s rate can be zero', 'why-the-fund-s-rate-can-be-zero'],
  ['  Fees & costs, 2026!  ', 'fees-costs-2026'],
  ['Più sicurezza: già', 'piu-sicurezza-gia'],
  ['提币', ''],
  ['', ''],
  ['word '.repeat(20), 'word-word-word-word-word-word-word-word-word-word-word-word'],
])('derives the slug of an article with the title “%s”', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});
