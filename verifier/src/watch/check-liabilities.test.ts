/** The watch's check of a statement: a fair one passes, and every node, leaf, line and price that is not as logged is found. */
import { describe, expect, test } from 'vitest';
import { makeStatement } from '../liabilities/testing/made-statement.ts';
import type { MadeStatement } from '../liabilities/testing/made-statement.ts';
import type { Alarm } from './alarms.ts';
import { checkLiabilities } from './check-liabilities.ts';

const PRICE = 'price|BTC/USDT|5|100.5|101\n';
const ENTRY = { ...{ seq: 5, bid: '100.5', ask: '101', last: '100.7', volume: '0', hash: 'a'.repeat(64) } };
const claims = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ customer: `${at}`, seq: 1, currency: at % 3 === 0 ? 'BTC' : 'USDT', parts: [BigInt(at), 3n] },
  }));

async function kindsOf(
  made: MadeStatement,
  edits: Readonly<Record<string, string>> = {},
  { unreadable = '', nowMs = 2_000, past = 5 } = {},
): Promise<readonly string[]> {
  const { root, sums, leaves } = made;
  const found: Alarm[] = [];
  const checking = checkLiabilities(
    {
      file: async (path) => {
        const name = path.replace('/log/liabilities/', '');
        const text = edits[name] ?? made.files.get(name);
        if (text === undefined || name === unreadable) throw new Error(`${path} answers 404`);
        return new TextEncoder().encode(text);
      },
      tape: async () => [{ ...ENTRY, time_ms: 1, feed_time_ms: 1 }],
      random: (below) => Math.floor(Math.random() * below),
      nowMs: () => nowMs,
      before: { number: 0, asOfMs: 500 },
      statedAfter: () => past,
    },
    { kind: 'liabilities', number: 1, asOfMs: 1_000, root, sums, leaves },
    found,
  );
  if (unreadable === '') await checking;
  else await expect(checking).rejects.toThrow('404');
  return found.map(({ kind }) => kind);
}

test.each([1, 2, 300, 900])('raises no alarm about a fair statement of %s customers', async (count) => {
  expect(await kindsOf(makeStatement(claims(count), { prices: PRICE }))).toEqual([]);
});

test('raises no alarm about a statement of a platform that owes nothing', async () => {
  expect(await kindsOf(makeStatement([]))).toEqual([]);
});

test('recomputes some tiles of a tree with more than 64', async () => {
  const many = makeStatement(
    Array.from({ length: 9_000 }, (_, at) => ({
      customer: `${at}`,
      seq: 1,
      currency: 'USDT',
      parts: [1n, 1n],
    })),
  );
  expect(await kindsOf(many)).toEqual([]);
});

describe('finds', () => {
  const made = makeStatement(claims(900), { prices: PRICE });
  const file = (name: string): string => made.files.get(name) as string;
  const lines = (name: string): string[] => file(name).split('\n').slice(0, -1);
  const joined = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
  const cut = (name: string): string => joined(lines(name).slice(0, -1));
  const swapped = (name: string): string => {
    const [first = '', second = '', ...rest] = lines(name);
    return joined([second, first, ...rest]);
  };
  const lowered = (name: string): string =>
    file(name).replace(/\|(\d+)\n/, (_, sum: string) => `|${BigInt(sum) - 1n}\n`);

  test.each<[string, string, string]>([
    ['a sum lowered in the text', '1', file('1').replace(/\|(\d+)\n/, '|1\n')],
    ['a price in the text that is not the logged one', '1', file('1').replace('100.5', '99')],
    ['a currency left out of the text', '1', file('1').replace(/currency\|BTC.*\n/, '')],
    ['the sum of a tile lowered', '1/USDT/tiles', lowered('1/USDT/tiles')],
    ['a tile left out', '1/USDT/tiles', cut('1/USDT/tiles')],
    ['tiles swapped', '1/USDT/tiles', swapped('1/USDT/tiles')],
    ['an amount of a leaf lowered', '1/BTC/1', file('1/BTC/1').replace(/\|3\n/, '|2\n')],
    ['a leaf left out', '1/USDT/2', cut('1/USDT/2')],
    ['leaves swapped', '1/USDT/0', swapped('1/USDT/0')],
    [
      'a leaf that is counted twice',
      '1/USDT/0',
      joined([lines('1/USDT/0')[0] as string, ...lines('1/USDT/0')]),
    ],
    ['a malformed leaf', '1/USDT/0', `x${file('1/USDT/0')}`],
  ])('%s', async (_, name, text) => {
    expect(text).not.toBe(file(name));
    expect(await kindsOf(made, { [name]: text })).toEqual(['liabilities_differ']);
  });

  test.each(['1', '1/USDT/tiles', '1/BTC/0'])('a negative amount in %s', async (name) => {
    expect(await kindsOf(made, { [name]: file(name).replace(/\|(\d+)\n/, '|-$1\n') })).toEqual([
      'liabilities_negative',
    ]);
  });

  test('a logged root that does not include a child’s sum', async () => {
    const sum = /BTC=(\d+)/.exec(made.sums)?.[1] as string;
    const less = `${BigInt(sum) - 7n}`;
    const text = made.text.replace(`|${sum}\n`, `|${less}\n`);
    const { hashOf } = await import('../liabilities/tree.ts');
    const forged = { ...made, root: hashOf(text), sums: made.sums.replace(sum, less) };
    expect(await kindsOf(forged, { '1': text })).toEqual(['liabilities_differ']);
  });

  test('a negative amount even if the tiles of the next currency cannot be read', async () => {
    const negative = { '1/BTC/0': file('1/BTC/0').replace(/\|(\d+)\n/, '|-$1\n') };
    expect(await kindsOf(made, negative, { unreadable: '1/USDT/tiles' })).toEqual(['liabilities_negative']);
  });

  test('a position valued at prices that are not on the tape', async () => {
    const cheap = makeStatement(claims(10), { prices: 'price|BTC/USDT|5|90|91\n' });
    expect(await kindsOf(cheap)).toEqual(['liabilities_differ']);
  });
});

describe('a statement whose leaves were deleted', () => {
  const made = makeStatement(claims(300));
  const PRUNED = 'candor-liability-pruned-v1|1|1\n';
  const pruned = Object.fromEntries(
    [...made.files.keys()].map((name) => [name, name === '1' ? (made.files.get('1') ?? '') : PRUNED]),
  );

  test('raises no alarm after 48 hours', async () => {
    expect(await kindsOf(made, pruned, { nowMs: 200_000_000 })).toEqual([]);
  });

  test('raises an alarm before that, because the deletion may hide a wrong statement', async () => {
    expect(await kindsOf(made, pruned, { nowMs: 100_000_000 })).toContain('liabilities_differ');
    const tile = { '1/USDT/0': PRUNED };
    expect(await kindsOf(made, tile, { nowMs: 100_000_000 })).toEqual(['liabilities_differ']);
  });

  test('raises an alarm if the text of the statement was changed too', async () => {
    const text = (made.files.get('1') ?? '').replace('|1000\n', '|1001\n');
    expect(await kindsOf(made, { ...pruned, 1: text }, { nowMs: 200_000_000 })).toEqual([
      'liabilities_differ',
    ]);
  });
});

test('detects an outdated price of the tape', async () => {
  const made = makeStatement(claims(2), { prices: PRICE });
  expect(await kindsOf(made, {}, { past: 6 })).toEqual(['liabilities_differ']);
});
