/** The price combined from several sources: a table of cases, and what no single source or minority of sources can do. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount, formatAmount } from '../money/amount.ts';
import type { SourceQuote, SourceRule } from './sources.ts';
import { SOURCE_NAME, combineSources, sourcesText } from './sources.ts';

const T = 1_700_000_000_000;
const rule: SourceRule = {
  names: ['a', 'b', 'c', 'd'],
  min: 2,
  ageMaxMs: 3000,
  deviationMax: amount('0.01'),
};

function quote(bid: string, ask: string, more: { last?: string; ageMs?: number } = {}): SourceQuote {
  return {
    ...{ bid: amount(bid), ask: amount(ask), timeMs: T - (more.ageMs ?? 0), message: 'ab' },
    ...(more.last !== undefined && { last: amount(more.last) }),
  };
}

type Quotes = Readonly<Record<string, SourceQuote>>;

function combined(quotes: Quotes, of: SourceRule = rule): string {
  const { standings, price } = combineSources(of, new Map(Object.entries(quotes)));
  const states = standings.map(({ state }) => state[0]).join('');
  if (price === undefined) return `${states} none`;
  const last = price.last === undefined ? '' : ` ${formatAmount(price.last)}`;
  return `${states} ${formatAmount(price.bid)} ${formatAmount(price.ask)}${last}`;
}

describe('combineSources', () => {
  test.each<[what: string, quotes: Quotes, made: string]>([
    ['returns no price if nothing was received', {}, 'mmmm none'],
    ['returns no price from a single source', { a: quote('100', '100.2') }, 'ummm none'],
    [
      'returns the middle one of three prices',
      { a: quote('100', '100.3'), b: quote('100.1', '100.2'), c: quote('100.2', '100.4') },
      'uuum 100.1 100.3',
    ],
    [
      'returns the lower bid and the higher ask of two sources',
      { a: quote('100', '100.2'), c: quote('100.1', '100.3') },
      'umum 100 100.3',
    ],
    [
      'returns the bid and the ask of the middle two of four sources',
      {
        a: quote('100', '101'),
        b: quote('100.1', '101.1'),
        c: quote('100.2', '101.2'),
        d: quote('100.3', '101.3'),
      },
      'uuuu 100.1 101.2',
    ],
    [
      'returns the median of the last prices if all sources have one',
      {
        a: quote('100', '101', { last: '100.9' }),
        b: quote('100', '101', { last: '100.1' }),
        c: quote('100', '101', { last: '100.5' }),
      },
      'uuum 100 101 100.5',
    ],
    [
      'returns no last price if one source has none',
      {
        a: quote('100', '101', { last: '100.9' }),
        b: quote('100', '101'),
        c: quote('100', '101', { last: '100.5' }),
      },
      'uuum 100 101',
    ],
    [
      'leaves out a frozen source',
      { a: quote('100', '100.2'), b: quote('90', '90.2', { ageMs: 3001 }), c: quote('100.1', '100.3') },
      'usum 100 100.3',
    ],
    [
      'uses a source exactly as old as allowed',
      { a: quote('100', '100.2'), b: quote('100.1', '100.2', { ageMs: 3000 }), c: quote('100.1', '100.3') },
      'uuum 100.1 100.2',
    ],
    [
      'leaves out a manipulated source',
      { a: quote('100', '100.2'), b: quote('150', '150.2'), c: quote('100.1', '100.3') },
      'udum 100 100.3',
    ],
    [
      'uses a source exactly at the maximum deviation',
      { a: quote('99', '99'), b: quote('100', '100'), c: quote('101', '101') },
      'uuum 100 100',
    ],
    [
      'leaves out a source just beyond the maximum deviation',
      { a: quote('98.99999999', '98.99999999'), b: quote('100', '100'), c: quote('101', '101') },
      'duum 100 101',
    ],
    [
      'returns no price from two sources that disagree',
      { a: quote('100', '100.2'), b: quote('150', '150.2') },
      'ddmm none',
    ],
    [
      'returns no price if all sources but one are frozen',
      { a: quote('100', '100.2'), b: quote('100', '100.2', { ageMs: 9000 }) },
      'usmm none',
    ],
    [
      'follows two colluding sources of three, and reports the honest one as deviating',
      { a: quote('150', '150.2'), b: quote('150', '150.2'), c: quote('100', '100.2') },
      'uudm 150 150.2',
    ],
  ])('%s', (_, quotes, made) => {
    expect(combined(quotes)).toBe(made);
  });

  test('computes no price from two colluding sources if three are required', () => {
    const quotes = { a: quote('150', '150.2'), b: quote('150', '150.2'), c: quote('100', '100.2') };
    expect(combined(quotes, { ...rule, min: 3 })).toBe('uudm none');
  });

  test('ignores a source that the rule does not name', () => {
    const quotes = { a: quote('100', '100.2'), z: quote('100', '100.2') };
    expect(combined(quotes)).toBe('ummm none');
  });
});

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const honest = fc.record({
  bid: fc.bigInt({ min: 10n ** 10n, max: 10n ** 10n + 10n ** 7n }),
  spread: fc.bigInt({ min: 1n, max: 10n ** 6n }),
  ageMs: fc.integer({ min: 0, max: 3000 }),
});
const anything = fc.record({
  bid: fc.bigInt({ min: 1n, max: 10n ** 16n }),
  spread: fc.bigInt({ min: 0n, max: 10n ** 15n }),
  ageMs: fc.integer({ min: -1000, max: 10_000 }),
});
const asQuote = ({ bid, spread, ageMs }: { bid: bigint; spread: bigint; ageMs: number }): SourceQuote => ({
  ...{ bid, ask: bid + spread, last: bid, timeMs: T - ageMs, message: 'ab' },
});
const wide: SourceRule = { names: NAMES, min: 3, ageMaxMs: 5000, deviationMax: amount('0.5') };

test('keeps the price within the prices of the other sources, whatever a minority sends', () => {
  fc.assert(
    fc.property(fc.tuple(honest, honest, honest), fc.array(anything, { maxLength: 2 }), (good, bad) => {
      const quotes = [...good, ...bad].map(asQuote);
      const { price } = combineSources(wide, new Map(quotes.map((one, at) => [NAMES[at] ?? '', one])));
      if (price === undefined) throw new Error('expected a price of three honest sources, found none');
      const honestOnes = quotes.slice(0, 3);
      const within = (value: bigint, field: 'bid' | 'ask'): boolean =>
        honestOnes.some((one) => one[field] <= value) && honestOnes.some((one) => one[field] >= value);
      return within(price.bid, 'bid') && within(price.ask, 'ask') && price.bid < price.ask;
    }),
  );
});

test('computes the same price in any order of arrival, and always one that a source sent', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(NAMES),
      fc.array(anything, { minLength: 5, maxLength: 5 }),
      (order, made) => {
        const quotes = new Map(
          order.map((name) => [
            name,
            asQuote(made[NAMES.indexOf(name)] ?? { bid: 1n, spread: 0n, ageMs: 0 }),
          ]),
        );
        const sorted = new Map([...quotes].toSorted(([one], [other]) => (one < other ? -1 : 1)));
        const { standings, price } = combineSources(wide, quotes);
        expect(combineSources(wide, sorted)).toEqual({ standings, price });
        if (price === undefined) return;
        const used = standings.flatMap(({ state, quote: one }) =>
          state === 'used' && one !== undefined ? [one] : [],
        );
        expect(used.map(({ bid }) => bid)).toContain(price.bid);
        expect(used.map(({ ask }) => ask)).toContain(price.ask);
        expect(price.bid <= price.ask).toBe(true);
      },
    ),
  );
});

test('doubles the price if every source doubles its price', () => {
  fc.assert(
    fc.property(fc.array(honest, { minLength: 3, maxLength: 5 }), (made) => {
      const named = (factor: bigint) =>
        new Map(
          made.map((one, at) => {
            const { bid, ask, ...rest } = asQuote(one);
            return [NAMES[at] ?? '', { ...rest, bid: bid * factor, ask: ask * factor }];
          }),
        );
      const { price: single } = combineSources(wide, named(1n));
      const { price: double } = combineSources(wide, named(2n));
      expect([double?.bid, double?.ask]).toEqual([(single?.bid ?? 0n) * 2n, (single?.ask ?? 0n) * 2n]);
    }),
  );
});

test('writes the figures of the rule and a line for each source', () => {
  const quotes = new Map([
    ['a', quote('100', '100.2', { last: '100.1' })],
    ['c', quote('150', '150.2')],
    ['d', quote('100', '100.2', { ageMs: 3001 })],
  ]);
  expect(sourcesText(rule, combineSources(rule, quotes).standings)).toBe(
    [
      '2|3000|0.01',
      'a|deviates|1700000000000|100|100.2|100.1|ab',
      'b|missing|||||',
      'c|deviates|1700000000000|150|150.2||ab',
      'd|stale|1699999996999|100|100.2||ab',
    ].join('\n'),
  );
});

test.each(['', 'A', 'a|b', 'a b', 'a\nb', '-a', 'a'.repeat(33), 'a,b'])(
  'rejects %j as the name of a source',
  (name) => {
    expect(SOURCE_NAME.test(name)).toBe(false);
  },
);
