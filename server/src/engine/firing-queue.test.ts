/** A row's firings are sent in order whatever their outcomes, and no row delays another one. */
import type { TriggerCondition } from '@candor/domain/trading/trigger.ts';
import { expect, test } from 'vitest';
import { entryOf, triggerOf } from './testing/cases.ts';
import { FiringQueue } from './firing-queue.ts';
import type { Astrayed, FiringAnswer } from './firing-queue.ts';
import type { Firing } from './lane.ts';
import { keyOf } from './price-index.ts';

const BUSY_MAX = 6;

type Answers = (name: string, attempt: number) => Promise<FiringAnswer>;

function queueThat(
  answers: Answers,
  heard = () => Promise.resolve(),
): { queue: FiringQueue; sent: string[]; troubles: string[]; astray: [string, Astrayed][] } {
  const sent: string[] = [];
  const troubles: string[] = [];
  const astray: [string, Astrayed][] = [];
  const attempts = new Map<string, number>();
  const queue = new FiringQueue({
    send: ({ trigger: { row, kind } }) => {
      const name = `${row} ${kind}`;
      sent.push(name);
      attempts.set(name, (attempts.get(name) ?? 0) + 1);
      return answers(name, attempts.get(name)!);
    },
    heard,
    nowMs: () => performance.now(),
    onTrouble: (text) => void troubles.push(text),
    onAstray: ({ trigger: { row, kind } }, why) => void astray.push([`${row} ${kind}`, why]),
    inFlightMax: 8,
    busyMax: BUSY_MAX,
  });
  return { queue, sent, troubles, astray };
}

function firing(row: number, kind: string, seq = 1): Firing {
  const trigger = triggerOf({ row, kind, level: '1' });
  return { trigger: { ...trigger, key: keyOf(trigger) }, entry: entryOf({ seq, bid: '1', ask: '1' }) };
}

const soon = { timeout: 5000, interval: 5 };

test('sends a row’s second firing only after the first is committed, however often the first is retried', async () => {
  const { queue, sent } = queueThat((name, attempt) =>
    Promise.resolve(name === '1 stop' && attempt < 3 ? 'busy' : 'done'),
  );
  queue.add(firing(1, 'stop', 4), false);
  queue.add(firing(1, 'target', 5), false);
  queue.add(firing(2, 'stop', 5), false);
  expect(queue.handledSeq('BTC/USDT', 5n)).toBe(3n);
  await expect.poll(() => sent, soon).toEqual(['1 stop', '2 stop', '1 stop', '1 stop', '1 target']);
  await expect.poll(() => queue.handledSeq('BTC/USDT', 5n), soon).toBe(5n);
  expect(queue.lagMs('BTC/USDT')).toBe(0);
});

test('sends an earlier entry’s firing before retrying the firing that was refused because of that entry', async () => {
  let refused = 0;
  const { queue, sent } = queueThat((name) => {
    if (name !== '1 rate' || sent.includes('1 margin')) return Promise.resolve('done');
    if ((refused += 1) === 2) queue.add(firing(1, 'margin', 4), true);
    return Promise.resolve('busy');
  });
  queue.add(firing(1, 'rate', 5), false);
  await expect.poll(() => queue.handledSeq('BTC/USDT', 5n), soon).toBe(5n);
  expect(sent.slice(-2)).toEqual(['1 margin', '1 rate']);
});

test('sends a firing at an earlier entry before pending firings of the same row, even if it was armed last', async () => {
  let armedByWarning = true;
  const { queue, sent } = queueThat(
    () => Promise.resolve('done'),
    async () => {
      await Promise.resolve();
      if (sent.at(-1) === '1 warning' && armedByWarning) {
        armedByWarning = false;
        queue.add(firing(1, 'margin', 6), true);
      }
    },
  );
  queue.add(firing(1, 'target', 9), false);
  queue.add(firing(1, 'warning', 4), true);
  queue.add(firing(1, 'stop', 7), false);
  await expect.poll(() => queue.handledSeq('BTC/USDT', 9n), soon).toBe(9n);
  expect(sent).toEqual(['1 warning', '1 margin', '1 stop', '1 target']);
});

test('sorts a row’s firings at one entry by condition and price, whatever the order in which they are added', async () => {
  const { queue, sent } = queueThat(() => Promise.resolve('done'));
  const at = (kind: string, condition: TriggerCondition, level: string): Firing => {
    const trigger = triggerOf({ row: 1, kind, condition, level });
    return { trigger: { ...trigger, key: keyOf(trigger) }, entry: entryOf({ seq: 4, bid: '1', ask: '1' }) };
  };
  queue.add(at('trail', 'bid_falls_by', '1'), false);
  queue.add(at('stop', 'bid_at_or_below', '5'), false);
  queue.add(at('margin', 'bid_at_or_below', '6'), true);
  queue.add(at('financing', 'time_at_or_after', '0'), true);
  await expect.poll(() => queue.handledSeq('BTC/USDT', 4n), soon).toBe(4n);
  expect(sent).toEqual(['1 financing', '1 margin', '1 stop', '1 trail']);
});

test('sends a row’s next firing after repeated exceptions from the previous one', async () => {
  const { queue, sent, troubles } = queueThat((name) =>
    name === '1 stop' ? Promise.reject(new Error('failed on purpose')) : Promise.resolve('done'),
  );
  queue.add(firing(1, 'stop'), false);
  queue.add(firing(1, 'target'), false);
  await expect.poll(() => sent.at(-1), soon).toBe('1 target');
  expect(troubles.length).toBe(8);
  expect(queue.handledSeq('BTC/USDT', 1n)).toBe(0n);
  await queue.stop();
});

test('sends each of thirty thousand firings once, and those of one row in order', async () => {
  const { queue, sent } = queueThat(() => Promise.resolve('done'));
  const added: string[] = [];
  for (let at = 0; at < 30_000; at += 1) {
    const row = at % 3 === 0 ? 1 : at;
    added.push(`${row} ${at}`);
    queue.add(firing(row, `${at}`), at % 2 === 0);
  }
  await expect.poll(() => queue.handledSeq('BTC/USDT', 1n), soon).toBe(1n);
  const ofRowOne = (name: string): boolean => name.startsWith('1 ');
  expect(sent.filter(ofRowOne)).toEqual(added.filter(ofRowOne));
  expect(sent.toSorted()).toEqual(added.toSorted());
  expect(queue.late).toBe(0);
});

test('makes no additional attempts for a firing that is added again while the first copy waits or fails', async () => {
  const { queue, sent } = queueThat((name, attempt) => {
    if (name === '1 stop' && attempt < 10) return Promise.reject(new Error('failed on purpose'));
    return Promise.resolve(name === '2 stop' && attempt < 3 ? 'busy' : 'done');
  });
  for (const row of [1, 2]) {
    queue.add(firing(row, 'stop', 4), true);
    queue.add(firing(row, 'stop', 4), true);
  }
  await expect.poll(() => sent.filter((name) => name === '1 stop').length, soon).toBe(8);
  queue.add(firing(1, 'stop', 4), true);
  await expect.poll(() => queue.late, { timeout: 15_000, interval: 20 }).toBe(0);
  expect(sent.filter((name) => name === '1 stop')).toHaveLength(10);
  expect(sent.filter((name) => name === '2 stop')).toHaveLength(3);
});

test('sets aside a firing that stays busy, which then suspends neither its market nor its row, and still fires', async () => {
  let isFree = false;
  const { queue, sent, astray } = queueThat((name) =>
    Promise.resolve(name === '1 stop' && !isFree ? 'busy' : 'done'),
  );
  queue.add(firing(1, 'stop', 4), false);
  queue.add(firing(1, 'target', 5), false);
  await expect.poll(() => queue.lagMs('BTC/USDT'), soon).toBeGreaterThan(0);
  expect([sent.includes('1 target'), astray]).toEqual([false, []]);
  await expect.poll(() => astray, soon).toEqual([['1 stop', { busyTimes: BUSY_MAX }]]);
  expect(queue.lagMs('BTC/USDT')).toBe(0);
  await expect.poll(() => sent.includes('1 target'), soon).toBe(true);
  // The firing is not lost, because a leader that starts now would begin before its entry.
  expect(queue.handledSeq('BTC/USDT', 9n)).toBe(3n);
  isFree = true;
  await expect.poll(() => queue.handledSeq('BTC/USDT', 9n), soon).toBe(9n);
  expect(sent.filter((name) => name === '1 stop').length).toBeGreaterThan(BUSY_MAX);
  expect(astray).toHaveLength(1);
});

test('counts a younger busy firing as lag while an older one is set aside', async () => {
  const { queue, astray } = queueThat(() => Promise.resolve('busy'));
  queue.add(firing(1, 'stop', 4), false);
  await expect.poll(() => astray.length, soon).toBe(1);
  expect(queue.lagMs('BTC/USDT')).toBe(0);
  queue.add(firing(2, 'stop', 5), false);
  await expect.poll(() => queue.lagMs('BTC/USDT'), soon).toBeGreaterThan(0);
  await queue.stop();
});

test('does not count attempts made during an outage of the database', async () => {
  let isDown = true;
  let recovered: () => void = () => undefined;
  const back = new Promise<void>((resolve) => (recovered = resolve));
  const reads: number[] = [];
  const queue = new FiringQueue({
    send: () => Promise.resolve(isDown ? 'busy' : 'done'),
    heard: async () => {
      reads.push(1);
      if (reads.length > 1) await back;
    },
    nowMs: () => performance.now(),
    onTrouble: () => undefined,
    onAstray: () => reads.push(1000),
    inFlightMax: 8,
    busyMax: 12,
  });
  queue.add(firing(1, 'stop', 4), false);
  // The first eight attempts take 10 + 20 + … + 1280 ms. The ninth waits for a read.
  await expect.poll(() => reads, { ...soon, timeout: 15_000 }).toEqual([1, 1]);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect([reads, queue.lagMs('BTC/USDT') > 2500]).toEqual([[1, 1], true]);
  isDown = false;
  recovered();
  await expect.poll(() => queue.handledSeq('BTC/USDT', 9n), soon).toBe(9n);
  expect(reads).not.toContain(1000);
}, 30_000);
