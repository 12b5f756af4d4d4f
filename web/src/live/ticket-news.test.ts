/** Which ends of a ticket are announced. */
import { expect, test } from 'vitest';
import { isNews } from './ticket-news.ts';

test.each([
  ['open', null, false, false],
  ['won', null, false, true],
  ['lost', null, false, true],
  ['void', 'gap_expiry', false, true],
  ['won', null, true, false],
  ['void', 'start_over', false, false],
] as const)(
  'decides whether an end is news: %s for the reason %s, shown: %s',
  (status, reason, isShown, news) => expect(isNews({ status, reason }, isShown)).toBe(news),
);
