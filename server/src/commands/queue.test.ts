/** How many commands of one customer a batch takes. */
import { expect, test } from 'vitest';
import { LIMITS } from '../limits.ts';
import type { Submission } from './command.ts';
import { CommandQueue } from './queue.ts';
import type { Waiting } from './queue.ts';

const { batchMax, batchBookMax, batchBookRoomMax } = LIMITS.commands;
const BUSY = 1n;

function command(book: bigint, key: string): Waiting {
  const submission = { book, key } as Submission<unknown, unknown, string>;
  return { submission, resolve: () => undefined, reject: () => undefined, queuedMs: 0 };
}

function queueOf({ busy, others }: { readonly busy: number; readonly others: number }): CommandQueue {
  const queue = new CommandQueue(LIMITS.commands);
  for (let at = 0; at < busy; at += 1) queue.add(command(BUSY, String(at)));
  for (let at = 0; at < others; at += 1) queue.add(command(BigInt(at + 2), 'one'));
  return queue;
}

const keysOf = (batch: readonly Waiting[], book: bigint): number[] =>
  batch.flatMap(({ submission }) => (submission.book === book ? [Number(submission.key)] : []));
const first = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

test.each([
  ['the first eight commands if others fill the batch', { busy: 100, others: batchMax }, batchBookMax],
  ['as many commands as the others leave room for', { busy: 100, others: batchMax - 20 }, 20],
  [
    'no more than the maximum per customer, even if the batch has room',
    { busy: 100, others: 0 },
    batchBookRoomMax,
  ],
  ['all commands if they fit', { busy: 10, others: 5 }, 10],
])('a batch takes from a busy customer, in order, %s', (_what, waiting, expected) => {
  const batch = queueOf(waiting).take();
  expect(keysOf(batch, BUSY)).toEqual(first(expected));
  expect(batch).toHaveLength(Math.min(batchMax, expected + waiting.others));
});

test('a customer’s next commands follow in order, and wait while the first are in flight', () => {
  const queue = queueOf({ busy: 100, others: 0 });
  const batch = queue.take();
  expect(queue.take()).toEqual([]);
  queue.release(batch);
  expect(keysOf(queue.take(), BUSY)).toEqual(first(64).slice(batchBookRoomMax));
});

test('holds back a second command with the same key until the first is answered, even if the batch has room', () => {
  const queue = queueOf({ busy: 3, others: 0 });
  queue.add(command(BUSY, '1'));
  queue.add(command(BUSY, '4'));
  expect(keysOf(queue.take(), BUSY)).toEqual([0, 1, 2]);
});
