/** The filters of a timeline as they are sent. */
import { expect, test } from 'vitest';
import { askedOf, noFilter } from './timeline-filters.tsx';
import type { Filter } from './timeline-filters.tsx';

const midnight = (day: string): number => Math.floor(new Date(`${day}T00:00`).getTime() / 1000);

test.each<[Partial<Filter>, object]>([
  [{}, {}],
  [
    { kind: 'hold', product: 'forex' },
    { kind: 'hold', product: 'forex' },
  ],
  [{ symbol: ' btc/usdt ' }, { symbol: 'BTC/USDT' }],
  [{ symbol: 'BTC' }, {}],
  [{ from: '2026-11-02' }, { from: midnight('2026-11-02') }],
  [{ to: '2026-11-02' }, { to: midnight('2026-11-03') - 1 }],
  [{ from: '2026-13-45', to: 'x' }, {}],
  [{ q: '  5a5a ' }, { q: '5a5a' }],
  [{ q: '   ' }, {}],
])('sends the filters %j as %j', (typed, sent) => {
  expect(askedOf({ ...noFilter, ...typed })).toEqual(sent);
});
