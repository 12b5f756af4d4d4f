/**
 * Entries that name their sources: the changes that the platform's owner could make in them, and the finding that shows each.
 */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TapeEntry } from '../chain.ts';
import { CHAIN_GENESIS, checkChain, entryText } from '../chain.ts';
import { SYMBOL, rechained } from '../testing/made-tape.ts';
import { sourceFindings } from './check-entry.ts';
import { Recording } from './messages.ts';
import type { RecordedMessage } from './messages.ts';
import type { EntrySources, SourceLine } from './text.ts';

const T = 1_767_258_000_000;
const messageOf = (bid: string, ask: string, timeMs: number): string =>
  JSON.stringify({ symbol: SYMBOL, bid, ask, time_ms: timeMs });
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function line(name: string, bid: string, ask: string, timeMs = T): SourceLine {
  return { name, state: 'used', time_ms: timeMs, bid, ask, message: hashOf(messageOf(bid, ask, timeMs)) };
}

const sources: EntrySources = {
  min: 2,
  age_max_ms: 3000,
  deviation_max: '0.005',
  quotes: [
    line('alpha', '100', '100.2'),
    line('beta', '100.101', '100.3', T + 5),
    line('gamma', '100.2', '100.5'),
  ],
};

function entry(of: Partial<TapeEntry> = {}): TapeEntry {
  const quoted = {
    seq: 1,
    time_ms: T + 5,
    feed_time_ms: T + 5,
    bid: '100.1',
    ask: '100.3',
    last: '100.2',
    volume: '0',
  };
  const [made] = rechained([{ ...quoted, gap: false, kind: 'quote', sources, ...of }]);
  if (made === undefined) throw new Error('expected an entry, found none');
  return made;
}

function withQuotes(...quotes: readonly SourceLine[]): EntrySources {
  return { ...sources, quotes };
}

const codesOf = (of: TapeEntry): readonly string[] => [
  ...new Set(sourceFindings(SYMBOL, of).map(({ code }) => code)),
];

test('accepts an entry whose price follows from its sources', () => {
  expect(checkChain(SYMBOL, CHAIN_GENESIS, [entry()]).violation).toBeUndefined();
  expect(sourceFindings(SYMBOL, entry())).toEqual([]);
});

test('hashes the sources in the documented form', () => {
  const missing = withQuotes(line('alpha', '100', '100.2'), { name: 'beta', state: 'missing' });
  expect(entryText(SYMBOL, entry({ sources: missing }))).toBe(
    `candor-tape-v2|BTC/USDT|1|${T + 5}|${T + 5}|100.1|100.3|100.2|0\n2|3000|0.005\n` +
      `alpha|used|${T}|100|100.2||${hashOf(messageOf('100', '100.2', T))}\nbeta|missing|||||`,
  );
});

test.each<[what: string, edit: (of: TapeEntry) => unknown]>([
  [
    'a source’s price',
    ({ sources: of }) => ({
      sources: { ...of, quotes: [{ ...of?.quotes[0], bid: '99' }, ...(of?.quotes.slice(1) ?? [])] },
    }),
  ],
  [
    'a source’s message',
    ({ sources: of }) => ({
      sources: {
        ...of,
        quotes: [{ ...of?.quotes[0], message: hashOf('x') }, ...(of?.quotes.slice(1) ?? [])],
      },
    }),
  ],
  ['the number of sources', ({ sources: of }) => ({ sources: { ...of, quotes: of?.quotes.slice(1) } })],
  ['the minimum', ({ sources: of }) => ({ sources: { ...of, min: 1 } })],
  ['all sources', () => ({ sources: undefined })],
])('breaks the chain if %s is changed but not rehashed', (_, edit) => {
  const edited = { ...entry(), ...(edit(entry()) as object) } as TapeEntry;
  expect(checkChain(SYMBOL, CHAIN_GENESIS, [edited]).violation?.code).toBe('hash_differs');
});

describe('an entry that was edited and rehashed', () => {
  test.each<[what: string, edited: Partial<TapeEntry>, codes: readonly string[]]>([
    [
      'a price outside all sources',
      { ask: '101', last: '100.5' },
      ['price_outside_sources', 'price_not_median'],
    ],
    ['a price below all sources', { bid: '99.99' }, ['price_outside_sources', 'price_not_median']],
    ['another price between them', { ask: '100.4' }, ['price_not_median']],
    ['another last price', { last: '100.21' }, ['price_not_median']],
    ['a later time', { feed_time_ms: T + 4000 }, ['price_not_median']],
    ['an earlier time', { feed_time_ms: T }, ['price_not_median']],
    [
      'two sources dropped',
      { sources: withQuotes(line('alpha', '100', '100.2')) },
      ['source_missing', 'price_outside_sources'],
    ],
    [
      'two sources reported missing',
      {
        sources: withQuotes(
          line('alpha', '100', '100.2'),
          { name: 'beta', state: 'missing' },
          { name: 'gamma', state: 'missing' },
        ),
      },
      ['source_missing', 'price_outside_sources'],
    ],
    [
      'an inconvenient source reported stale',
      {
        sources: withQuotes(line('alpha', '100', '100.2'), line('beta', '100.101', '100.3', T + 5), {
          ...line('gamma', '100.2', '100.5'),
          state: 'stale',
        }),
        bid: '100',
      },
      ['price_not_median'],
    ],
    [
      'a frozen source reported as used',
      {
        sources: withQuotes(
          line('alpha', '100', '100.2'),
          line('beta', '100.101', '100.3', T + 5),
          line('gamma', '100.2', '100.5', T - 9000),
        ),
      },
      ['price_not_median'],
    ],
    [
      'a source far from the others reported as used',
      {
        sources: withQuotes(
          line('alpha', '100', '100.2'),
          line('beta', '100.101', '100.3', T + 5),
          line('gamma', '101.2', '101.5'),
        ),
      },
      ['price_not_median'],
    ],
  ])('has the expected findings: %s', (_, edited, codes) => {
    const made = entry(edited);
    expect(checkChain(SYMBOL, CHAIN_GENESIS, [made]).violation).toBeUndefined();
    expect([...codesOf(made)].toSorted()).toEqual([...codes].toSorted());
  });

  test.each<[what: string, of: unknown]>([
    ['no list', { ...sources, quotes: 'alpha' }],
    ['an empty list', withQuotes()],
    ['names out of order', withQuotes(line('beta', '100', '100.2'), line('alpha', '100', '100.2'))],
    ['a repeated name', withQuotes(line('alpha', '100', '100.2'), line('alpha', '100', '100.2'))],
    ['a name with a separator', withQuotes(line('al|pha', '100', '100.2'))],
    ['a price that is not in its shortest form', withQuotes(line('alpha', '100.0', '100.2'))],
    ['a negative price', withQuotes(line('alpha', '-1', '100.2'))],
    ['a message that is not a hash', withQuotes({ ...line('alpha', '100', '100.2'), message: 'x' })],
    ['a missing source with a price', withQuotes({ name: 'alpha', state: 'missing', bid: '1' })],
    ['a minimum of zero', { ...sources, min: 0 }],
    ['null', null],
  ])('is unreadable with %s', (_, of) => {
    const made = entry({ sources: of as EntrySources | undefined, hash: '0'.repeat(64) });
    expect(checkChain(SYMBOL, CHAIN_GENESIS, [made]).violation).toMatchObject({
      code: 'entry_unreadable',
      params: { field: 'sources' },
    });
    if (of !== null) expect(codesOf(made)).toEqual(['source_missing']);
  });
});

describe('a recording of the streams', () => {
  const recorded = (...messages: readonly [source: string, message: string][]): Recording =>
    new Recording(messages.map(([source, message]): RecordedMessage => ({ source, message })));
  const whole: [string, string][] = [
    ['alpha', messageOf('99', '99.2', T - 500)],
    ['alpha', messageOf('100', '100.2', T)],
    ['alpha', messageOf('100', '100.3', T + 500)],
    ['beta', messageOf('100.101', '100.3', T + 5)],
  ];

  test('agrees with an entry, and does not check sources and times that were not recorded', () => {
    expect(recorded(...whole).findings(SYMBOL, entry())).toEqual([]);
    const later = recorded(
      ['alpha', messageOf('100', '100.3', T + 500)],
      ['alpha', messageOf('100', '100.3', T + 600)],
    );
    expect(later.findings(SYMBOL, entry())).toEqual([]);
  });

  test('shows a message that was not sent', () => {
    const replaced = { ...line('alpha', '100', '100.2'), message: hashOf('another') };
    const made = entry({ sources: withQuotes(replaced, ...sources.quotes.slice(1)) });
    expect(sourceFindings(SYMBOL, made)).toEqual([]);
    const found = recorded(...whole).findings(SYMBOL, made);
    expect(found.map(({ code, seq }) => [code, seq])).toEqual([['message_differs', 1]]);
    expect(found[0]?.detail).toContain('no recorded message of alpha');
  });

  test('shows a message that contradicts the entry', () => {
    const twisted = { ...line('alpha', '100', '100.2'), bid: '99.9' };
    const made = entry({ sources: withQuotes(twisted, ...sources.quotes.slice(1)) });
    expect(recorded(...whole).findings(SYMBOL, made)[0]?.detail).toContain('says otherwise than the entry');
  });

  test('shows a source that was falsely reported missing, or kept at an old price', () => {
    const made = entry({
      sources: withQuotes({ name: 'alpha', state: 'missing' }, ...sources.quotes.slice(1)),
      time_ms: T + 20_000,
    });
    expect(recorded(...whole).findings(SYMBOL, made)[0]?.detail).toMatch(
      /it leaves out the message \w+ of alpha/,
    );
    const old = entry({ time_ms: T + 20_000 });
    expect(recorded(...whole).findings(SYMBOL, old)[0]?.detail).toContain(
      hashOf(messageOf('100', '100.3', T + 500)),
    );
  });

  test('reads numbers, superfluous zeros and lists as sources send them, and ignores anything else', () => {
    const message = `[{"symbol":"BTC/USDT","bid":100.0,"ask":"100.20","time_ms":${T}},5]`;
    const made = entry({
      sources: withQuotes(
        { ...line('alpha', '100', '100.2'), message: hashOf(message) },
        ...sources.quotes.slice(1),
      ),
    });
    expect(recorded(['alpha', 'nonsense'], ['alpha', message]).findings(SYMBOL, made)).toEqual([]);
  });
});
