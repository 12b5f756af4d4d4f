/**
 * For each invariant that the guard evaluates, a finding names the book that the violation concerns, unless the violation
 * concerns no single book.
 */
import { expect, test } from 'vitest';
import { guardedInvariants } from '../app/breaches.ts';
import { booksOf } from './breach-books.ts';

test.each([
  ['spot USDT of 100012: 5, postings 4', ['100012']],
  ['spot USDT of 100012: frozen 5, holds 4', ['100012']],
  ['journal 100012/7 leaves 3 USDT', ['100012']],
  ['loan 7 of book 100012: 100 left of 250', ['100012']],
  ['order of fill 17/1 of book 100012: entry 9 of BTC/USDT', ['100012']],
  ['credit 100012/3 (active): turnover 1 of 2', ['100012']],
  ['closed account 100012 has 5 USDT of spot', ['100012']],
  ['journal 0/9 booked 1, made 2', []],
  ['5 USDT too much', []],
  ['custody USDT slot 3: 5', []],
])('finds the books in the text: %s', (detail, books) => {
  expect(booksOf(detail)).toEqual(books);
});

/**
 * Findings about sums, counters, the house, the tape, public texts, or several customers. Anyone who acted on any customer has a
 * conflict of interest about these.
 */
const OF_NOBODY = [
  ...['%s %s too much', '%s %s: %s, postings %s', '%s %s slot %s: %s', '%s: escrow %s, open tickets %s'],
  ...[
    '%s: %s, open tickets %s',
    '%s: %s, open positions %s',
    '%s: %s, open orders %s',
    '%s: %s, in progress %s',
  ],
  ...['lending: loans took %s, outstanding %s', 'a picture of %s customers', 'picture %s: %s deposits'],
  ...['%s on %s: %s deposits', '%s on %s: %s withdrawals', 'version %s of %s', '%s of %s, version %s'],
  ...[
    'release of version %s of %s',
    'root %s: %s',
    'operator %s, added by %s, confirmed by %s',
    '%s version %s',
  ],
  ...['proposal %s', 'held %s, made %s, row %s', 'held %s, left %s', 'journal 0/%s booked %s, made %s'],
  ...['slot %s made %s', 'journal 0/%s leaves %s', 'day %s', 'day %s, tier %s, version %s: %s, paid for %s'],
  ...[
    'report %s',
    'held %s, due %s',
    'payment %s/%s of %s set aside %s for shares of %s',
    'fund_payment:%s:%s',
  ],
  ...[
    '%s owed, counted %s',
    '%s: claims %s, held %s',
    'statement %s, tile %s of %s',
    'statement %s, tree of %s',
  ],
  ...['the text of statement %s', 'currency|%s|%s|%s|%s%s', 'candor-liability-statement-v1|%s|%s%s'],
  ...['statement %s: %s %s, claims %s', '%s at entry %s'],
  ...['%s ms ahead', 'step %s', 'stop %s has no record', 'stop %s ended before its time'],
  ...['transaction %s wrote at %s (%s) and was not there until %s'],
];
/** These findings begin with the subject that a nested statement printed, which names the book. */
const NESTED = /^%s(?: %s of %s)?: (?:level|distance|ended|entry|armed) /;

test('finds the book in the output of each invariant', () => {
  const printed = guardedInvariants.flatMap(({ sql }) =>
    [...sql.matchAll(/format\('((?:[^']|'')*)'/g)].map(([, text]) => text ?? ''),
  );
  expect(printed.length).toBeGreaterThan(80);
  const unnamed = printed.filter((text) => booksOf(text.replaceAll('%s', '100012')).length === 0);
  // A balance is printed with its account and currency.
  const rest = unnamed.filter(
    (text) => !OF_NOBODY.includes(text) && !NESTED.test(text) && !text.startsWith('%s %s of %s:'),
  );
  expect([...new Set(rest)]).toEqual([]);
});
