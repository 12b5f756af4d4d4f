/** Stored drawings: they are restored for their instrument, invalid ones are left out, and their number is bounded. */
import { beforeEach, expect, test } from 'vitest';
import { DRAWINGS_MAX, drawingsOf, keepDrawings, readDrawings } from './drawings.ts';
import type { Drawing } from './drawings.ts';

const line: Drawing = {
  tool: 'segment',
  points: [
    { timeMs: 1_000, level: 60_000.5 },
    { timeMs: 2_000, level: 61_000 },
  ],
};
const level: Drawing = { tool: 'horizontalStraightLine', points: [{ timeMs: 1_000, level: 59_000 }] };

beforeEach(() => {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
});

test('keeps the drawings of each instrument separate', () => {
  keepDrawings('BTC/USDT', [line, level]);
  keepDrawings('ETH/USDT', [level]);
  expect(drawingsOf('BTC/USDT')).toEqual([line, level]);
  expect(drawingsOf('ETH/USDT')).toEqual([level]);
  keepDrawings('BTC/USDT', []);
  expect(drawingsOf('BTC/USDT')).toEqual([]);
  expect(drawingsOf('ETH/USDT')).toEqual([level]);
});

test.each([
  ['nothing', undefined, {}],
  ['another version', { version: 2, symbols: { A: [line] } }, {}],
  ['an unknown tool', { version: 1, symbols: { A: [{ ...line, tool: 'circle' }, level] } }, { A: [level] }],
  ['a missing point', { version: 1, symbols: { A: [{ ...line, points: line.points.slice(1) }] } }, { A: [] }],
  [
    'a level that is not a number',
    { version: 1, symbols: { A: [{ ...level, points: [{ timeMs: 1, level: null }] }] } },
    { A: [] },
  ],
])('reads stored drawings: %s', (_name, stored, expected) => {
  expect(readDrawings(stored)).toEqual(expected);
});

test('keeps the newest drawings of an instrument and the instruments drawn on last', () => {
  keepDrawings(
    'A',
    Array.from({ length: DRAWINGS_MAX + 5 }, (_, timeMs) => ({
      tool: 'priceLine' as const,
      points: [{ timeMs, level: 1 }],
    })),
  );
  expect(drawingsOf('A')).toHaveLength(DRAWINGS_MAX);
  expect(drawingsOf('A')[0]?.points[0]?.timeMs).toBe(5);
  for (let at = 0; at < 40; at += 1) keepDrawings(`S${at}`, [level]);
  expect(drawingsOf('A')).toEqual([]);
  expect(drawingsOf('S0')).toEqual([level]);
});
