/** The store of the latest quotes. */
import type { QuoteTick } from '@candor/protocol/channels.ts';
import { expect, test } from 'vitest';
import { createQuoteStore, replaces } from './quote-store.ts';

const tick = (symbol: string, seq: number, last = '1', open = true): QuoteTick => [
  symbol,
  '1',
  '2',
  last,
  seq,
  seq * 1000,
  open,
];

function storeWithFrames() {
  const frames: (() => void)[] = [];
  const store = createQuoteStore((apply) => frames.push(apply));
  const runFrame = () => {
    for (const apply of frames.splice(0)) apply();
  };
  return { store, runFrame, frames };
}

test.each([
  ['no known quote', undefined, 1, true, true],
  ['a later entry', 4, 5, true, true],
  ['an earlier entry', 5, 4, true, false],
  ['the same entry', 5, 5, true, false],
  ['the same entry with the market now closed', 5, 5, false, true],
] as const)('reports whether a tick replaces the stored quote: %s', (_name, known, next, open, expected) => {
  const quote = (seq: number, isOpen: boolean) => ({
    symbol: 'BTC/USDT',
    bid: '1',
    ask: '2',
    last: '1',
    seq,
    timeMs: 0,
    open: isOpen,
  });
  expect(replaces(known === undefined ? undefined : quote(known, true), quote(next, open))).toBe(expected);
});

test('notifies a listener once per frame, with the newest tick', () => {
  const { store, runFrame, frames } = storeWithFrames();
  let notices = 0;
  store.subscribe('BTC/USDT', () => (notices += 1));
  store.offer([tick('BTC/USDT', 1, '10'), tick('ETH/USDT', 1, '5')]);
  store.offer([tick('BTC/USDT', 3, '12')]);
  store.offer([tick('BTC/USDT', 2, '11')]);
  expect(frames.length).toBe(1);
  expect(notices).toBe(0);
  runFrame();
  expect(notices).toBe(1);
  expect(store.get('BTC/USDT')?.last).toBe('12');
  expect(store.get('ETH/USDT')?.last).toBe('5');
});

test('does not notify the listeners of a different symbol', () => {
  const { store, runFrame } = storeWithFrames();
  let notices = 0;
  const stop = store.subscribe('BTC/USDT', () => (notices += 1));
  store.offer([tick('ETH/USDT', 1)]);
  runFrame();
  stop();
  store.offer([tick('BTC/USDT', 1)]);
  runFrame();
  expect(notices).toBe(0);
});

test('reports the watched symbols when a symbol gains its first or loses its last listener', () => {
  const { store } = storeWithFrames();
  let changes = 0;
  store.onWatched(() => (changes += 1));
  const one = store.subscribe('BTC/USDT', () => {});
  const two = store.subscribe('BTC/USDT', () => {});
  expect(store.watched()).toEqual(['BTC/USDT']);
  one();
  one();
  expect(store.watched()).toEqual(['BTC/USDT']);
  two();
  expect(store.watched()).toEqual([]);
  expect(changes).toBe(2);
});
