/** The version that applies at a given time, and how versions are displayed. Both depend only on time. */
import { expect, test } from 'vitest';
import { publishedTerms } from './published.ts';
import type { TermsVersion } from './terms.ts';

const version = (number: number, effectiveMs: number, open: boolean): TermsVersion => ({
  version: number,
  effectiveMs,
  body: { open },
  proposal: number === 0 ? undefined : BigInt(number),
});

/** Returns one line per version, such as "0: 0-5000 now true". */
function shown(versions: readonly TermsVersion[], wallMs: number): string[] {
  const [subject] = publishedTerms({ subjects: () => ['x'], versions: () => versions }, wallMs);
  return (subject?.versions ?? []).map(
    ({ view }) =>
      `${view.version}: ${view.effective_at}-${view.until ?? ''}${view.current ? ' now' : ''} ${String(view.body['open'])}`,
  );
}

const three = [version(0, 0, true), version(1, 5_000_000, false), version(2, 9_000_000, true)];

test.each([
  ['before a change', 4_999_999, ['0: 0-5000 now true', '1: 5000-9000 false', '2: 9000- true']],
  ['at a change', 5_000_000, ['0: 0-5000 true', '1: 5000-9000 now false', '2: 9000- true']],
  ['after the last change', 9_000_001, ['0: 0-5000 true', '1: 5000-9000 false', '2: 9000- now true']],
])('shows the version that is in effect %s', (_, wallMs, lines) => {
  expect(shown(three, wallMs)).toEqual(lines);
});

test('replaces an announced version by a newer one that starts earlier', () => {
  const replaced = [version(0, 0, true), version(1, 9_000_000, false), version(2, 5_000_000, true)];
  expect(shown(replaced, 9_500_000)).toEqual(['0: 0-5000 true', '1: 9000-5000 false', '2: 5000- now true']);
});
