/** Entries against the rule of the sources in the log, which a platform that names fewer sources, or none, can't evade. */
import { describe, expect, test } from 'vitest';
import type { TapeEntry } from '../chain.ts';
import type { EntrySources } from '../sources/text.ts';
import { SYMBOL, rechained } from '../testing/made-tape.ts';
import { checkSources } from './check-sources.ts';
import { Logged } from './logged.ts';

const T = 1_767_258_000_000;
const HASH = 'a'.repeat(64);

function named(names: readonly string[], min = 2): EntrySources {
  const said = { time_ms: T, bid: '100', ask: '100.2', message: HASH };
  return {
    ...{ min, age_max_ms: 3000, deviation_max: '0.005' },
    quotes: names.map((name) => ({ name, state: 'used', ...said })),
  };
}

function entriesOf(...sources: readonly (EntrySources | undefined)[]): TapeEntry[] {
  const quoted = { time_ms: T, feed_time_ms: T, bid: '100', ask: '100.2', last: '100.1', volume: '0' };
  return rechained(
    sources.map((of, at) => ({
      ...quoted,
      seq: at + 1,
      gap: false,
      ...(of !== undefined && { sources: of }),
    })),
  );
}

const headAt = (seq: number, seconds = T / 1000): string =>
  `candor-checkpoint-v1|${SYMBOL}|${seq}|${HASH}|${seconds}`;
const ruleOf = (number: number, rule: string, timeMs = T - 60_000): string =>
  `candor-sources-v1|${number}|${timeMs}|${rule}`;
const THREE = '2|3000|0.005|alpha,beta,gamma';

/** The alarms about entries of a tape, given the log. */
function alarms(log: readonly string[], entries: readonly TapeEntry[], symbol = SYMBOL): readonly string[] {
  const logged = new Logged();
  const found = log.flatMap((text) => logged.add(text));
  const check = checkSources(logged.sources, undefined, logged.headsOf(symbol));
  return [...found, ...check(entries)].map(({ kind }) => kind);
}

const all = named(['alpha', 'beta', 'gamma']);

describe('an entry', () => {
  test.each<
    [what: string, log: readonly string[], sources: EntrySources | undefined, kinds: readonly string[]]
  >([
    ['without sources, where the log has no rule', [headAt(1)], undefined, []],
    ['with the sources of the logged rule', [ruleOf(1, THREE), headAt(1)], all, []],
    ['with sources, where the log has no rule', [headAt(1)], all, ['source_missing']],
    [
      'without sources, long after the log had a rule',
      [ruleOf(1, THREE), headAt(0), headAt(1)],
      undefined,
      ['source_missing'],
    ],
    ['with one source fewer', [ruleOf(1, THREE), headAt(1)], named(['alpha', 'beta']), ['source_missing']],
    [
      'with another source',
      [ruleOf(1, THREE), headAt(1)],
      named(['alpha', 'beta', 'other']),
      ['source_missing'],
    ],
    [
      'with a lower minimum',
      [ruleOf(1, THREE), headAt(1)],
      named(['alpha', 'beta', 'gamma'], 1),
      ['source_missing'],
    ],
    [
      'with a greater deviation',
      [ruleOf(1, THREE), headAt(1)],
      { ...all, deviation_max: '0.5' },
      ['source_missing'],
    ],
    [
      'with sources that the log no longer names',
      [ruleOf(1, THREE), headAt(0), ruleOf(2, 'none'), headAt(1)],
      undefined,
      ['sources_changed'],
    ],
    [
      'under the previous rule, up to the first head after the new one',
      [ruleOf(1, THREE), headAt(0), ruleOf(2, 'none'), headAt(1)],
      all,
      ['sources_changed'],
    ],
    [
      'under a rule that took effect before its head but was logged after it',
      [ruleOf(1, THREE), headAt(0), headAt(1), ruleOf(2, 'none', T)],
      undefined,
      ['sources_changed'],
    ],
    [
      'under a rule that took effect after its head',
      [ruleOf(1, THREE), headAt(0), headAt(1), ruleOf(2, 'none', T + 1000)],
      undefined,
      ['sources_changed', 'source_missing'],
    ],
  ])('raises the expected alarms: %s', (_, log, sources, kinds) => {
    expect(alarms(log, entriesOf(sources))).toEqual(kinds);
  });

  test('names no sources if it is a conversion rate', () => {
    const head = `candor-checkpoint-v1|EUR/USDT|1|${HASH}|${T / 1000}`;
    expect(alarms([ruleOf(1, THREE), head], entriesOf(undefined), 'EUR/USDT')).toEqual([]);
  });

  test('raises one alarm of each kind for a page if its price does not follow from its sources', () => {
    const forged = entriesOf(all, all, all).map((entry) => ({ ...entry, ask: '101' }));
    expect(alarms([ruleOf(1, THREE), headAt(3)], forged)).toEqual([
      'price_outside_sources',
      'price_not_median',
    ]);
  });
});

test('reports a rule that is repeated, or has an earlier time, as contradicting the log', () => {
  expect(alarms([ruleOf(1, 'none'), ruleOf(1, THREE)], [])).toEqual(['terms_conflict']);
  expect(alarms([ruleOf(1, 'none'), ruleOf(2, THREE, T - 70_000)], [])).toEqual(['terms_conflict']);
});

test.each<[what: string, rule: string, kinds: readonly string[]]>([
  ['a smaller minimum', '1|3000|0.005|alpha,beta,gamma', ['sources_changed']],
  ['a larger age', '2|3001|0.005|alpha,beta,gamma', ['sources_changed']],
  ['a larger deviation', '2|3000|0.01|alpha,beta,gamma', ['sources_changed']],
  ['one name fewer', '2|3000|0.005|alpha,beta', ['sources_changed']],
  ['one name replaced', '2|3000|0.005|alpha,beta,own', ['sources_changed']],
  ['no sources', 'none', ['sources_changed']],
  [
    'a greater minimum, a smaller age and deviation, and one name more',
    '3|1000|0.001|alpha,beta,delta,gamma',
    [],
  ],
  ['nothing else', THREE, []],
])('raises the expected alarms for a later rule with %s', (_, rule, kinds) => {
  expect(alarms([ruleOf(1, THREE), ruleOf(2, rule)], [])).toEqual(kinds);
});
