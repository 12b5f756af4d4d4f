/** The settlements of tickets that are announced. */
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
  'reports whether to announce a ticket that is %s with the reason %s, shown on screen: %s',
  (status, reason, isShown, news) => expect(isNews({ status, reason }, isShown)).toBe(news),
);
