/** A row's firings keep their order whatever becomes of each, and no row waits for another. */
import { expect, test } from 'vitest';
import { entryOf, triggerOf } from './testing/cases.ts';
import { FiringQueue } from './firing-queue.ts';
import type { FiringAnswer } from './firing-queue.ts';
import type { Firing } from './lane.ts';

type Answers = (name: string, attempt: number) => Promise<FiringAnswer>;

function queueThat(answers: Answers): { queue: FiringQueue; sent: string[]; troubles: string[] } {
  const sent: string[] = [];
  const troubles: string[] = [];
  const attempts = new Map<string, number>();
  const queue = new FiringQueue({
    send: ({ trigger: { row, kind } }) => {
      const name = `${row} ${kind}`;
      sent.push(name);
      attempts.set(name, (attempts.get(name) ?? 0) + 1);
      return answers(name, attempts.get(name)!);
    },
    nowMs: () => performance.now(),
    onTrouble: (text) => void troubles.push(text),
    inFlightMax: 8,
  });
  return { queue, sent, troubles };
}

function firing(row: number, kind: string, seq = 1): Firing {
  return { trigger: triggerOf({ row, kind, level: '1' }), entry: entryOf({ seq, bid: '1', ask: '1' }) };
}

const soon = { timeout: 5000, interval: 5 };

test('what comes second waits until the first is committed, however often that has to come again', async () => {
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

test('a firing that fails for a bug gives its turn away in the end', async () => {
  const { queue, sent, troubles } = queueThat((name) =>
    name === '1 stop' ? Promise.reject(new Error('a bug')) : Promise.resolve('done'),
  );
  queue.add(firing(1, 'stop'), false);
  queue.add(firing(1, 'target'), false);
  await expect.poll(() => sent.at(-1), soon).toBe('1 target');
  expect(troubles.length).toBe(8);
  expect(queue.handledSeq('BTC/USDT', 1n)).toBe(0n);
  await queue.stop();
});

test('many thousands of one row and of many are sent once each, in order', async () => {
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
