/** A log that shows customers and a watch different histories is found at any size of either. */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { checkpointBody } from '../tlog/checkpoint.ts';
import { leafHash, rootOf } from '../tlog/merkle.ts';
import type { Alarm } from './alarms.ts';
import { ShownLogWatch, checkShownLog } from './check-shown-log.ts';

const leaves = Array.from({ length: 9 }, (_, at) => leafHash(utf8ToBytes(`entry ${at}`)));
const forged = leaves.with(3, leafHash(utf8ToBytes('another one')));
const noteOf = (hashes: readonly Uint8Array[], size: number): string =>
  `${checkpointBody({ origin: 'log.example/made', size, root: rootOf(hashes.slice(0, size)) })}\n— log.example/made AAAAAAAA\n`;
/** The log's tiles of its first nine entries. */
const read = (path: string): Promise<Uint8Array> =>
  path.startsWith('tile/0/')
    ? Promise.resolve(Buffer.concat(leaves.slice(0, Number(path.split('.p/')[1]))))
    : Promise.reject(new Error(`500 at ${path}`));

test.each<[string, string, readonly [alarms: number, later: number]]>([
  ['the same note', noteOf(leaves, 9), [0, 0]],
  ['an older note of the same log', noteOf(leaves, 5), [0, 0]],
  ['another root of the same size', noteOf(forged, 9), [1, 0]],
  ['an older note of another log', noteOf(forged, 5), [1, 0]],
  ['a note that is not a checkpoint', 'no', [1, 0]],
])('raises the expected alarms for %s', async (_, note, [alarms, later]) => {
  const found = await checkShownLog([{ to: 'a phone', note, atMs: 0 }], { note: noteOf(leaves, 9), read });
  expect([found.alarms.map(({ kind }) => kind), found.later.length]).toEqual([
    Array.from({ length: alarms }, () => 'views_differ'),
    later,
  ]);
});

test('keeps a note of a longer log until the watch has followed it that far', async () => {
  const shown = [{ to: 'a phone', note: noteOf(forged, 9), atMs: 0 }];
  const { alarms, later } = await checkShownLog(shown, { note: noteOf(leaves, 4), read });
  expect([alarms, later]).toEqual([[], shown]);
  expect((await checkShownLog(later, { note: noteOf(leaves, 9), read })).alarms).toHaveLength(1);
});

/** The watch's report after each round, in which a phone and a computer each get an answer. */
async function rounds(
  answers: readonly { readonly phone: string | 404; readonly own: string; readonly isNewest?: boolean }[],
): Promise<readonly string[]> {
  let [nowMs, now] = [0, answers[0]];
  const watch = new ShownLogWatch({
    read: (_, { name }) => {
      const answer = name === 'a phone' ? (now?.phone ?? 404) : (now?.own ?? 404);
      const status = answer === 404 ? 404 : 200;
      return Promise.resolve({ status, headers: {}, bytes: utf8ToBytes(String(answer)) });
    },
    ...{ file: read, nowMs: () => nowMs, lateMaxMs: 60_000 },
  });
  const said: string[] = [];
  for (const answer of answers) {
    now = answer;
    const found: Alarm[] = [];
    const browsers = ['a phone', 'a computer'].map((name) => ({ name, headers: {} }));
    // oxlint-disable no-await-in-loop -- rounds follow each other
    const failed = await watch
      .round(browsers, { note: answer.own, isNewest: answer.isNewest ?? true }, found)
      .then(() => '')
      .catch((error: unknown) => (error as Error).message);
    // oxlint-enable no-await-in-loop
    said.push(found.map(({ kind }) => kind).join() || failed);
    nowMs += 30_000;
  }
  return said;
}

test('reports a log that stays longer for a browser than for the watch', async () => {
  const ahead = [5, 6, 7, 8].map((size) => ({ phone: noteOf(forged, size + 1), own: noteOf(leaves, 1) }));
  expect(await rounds(ahead)).toEqual(['', '', 'views_differ', 'views_differ']);
});

test('compares the first note of a browser although newer ones of a longer log follow', async () => {
  const fork = { phone: noteOf(forged, 5), own: noteOf(leaves, 4), isNewest: false };
  const newer = Array.from({ length: 12 }, () => ({ ...fork, phone: noteOf(leaves, 9) }));
  const reached = { phone: noteOf(leaves, 9), own: noteOf(leaves, 8) };
  expect((await rounds([fork, ...newer, reached])).filter((said) => said !== '')).toEqual(['views_differ']);
});

test('reports nothing about a longer log while the watch can’t follow it', async () => {
  const stuck = { phone: noteOf(leaves, 9), own: noteOf(leaves, 4), isNewest: false };
  expect(await rounds([stuck, stuck, stuck, { ...stuck, own: noteOf(leaves, 9), isNewest: true }])).toEqual([
    '',
    '',
    '',
    '',
  ]);
});

test('fails if a browser gets no log, and still reports what another one gets', async () => {
  const own = noteOf(leaves, 9);
  expect(await rounds([{ phone: 404, own }])).toEqual(['/log/checkpoint answered a phone with status 404']);
});
