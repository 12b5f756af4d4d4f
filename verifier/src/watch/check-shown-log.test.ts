/** A log that shows customers another history than a watch is found at any size of either. */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { checkpointBody } from '../tlog/checkpoint.ts';
import { leafHash, rootOf } from '../tlog/merkle.ts';
import { checkShownLog } from './check-shown-log.ts';

const leaves = Array.from({ length: 9 }, (_, at) => leafHash(utf8ToBytes(`entry ${at}`)));
const forged = leaves.with(3, leafHash(utf8ToBytes('another one')));
const noteOf = (hashes: readonly Uint8Array[], size: number): string =>
  `${checkpointBody({ origin: 'log.example/made', size, root: rootOf(hashes.slice(0, size)) })}\n— log.example/made AAAAAAAA\n`;
/** The log's tiles of its first nine entries. */
const read = (path: string): Promise<Uint8Array> =>
  path.startsWith('tile/0/')
    ? Promise.resolve(Buffer.from(leaves.map((hash) => bytesToHex(hash)).join(''), 'hex'))
    : Promise.reject(new Error(`500 at ${path}`));

test.each<[string, string, readonly [alarms: number, later: number]]>([
  ['the same note', noteOf(leaves, 9), [0, 0]],
  ['an older note of the same log', noteOf(leaves, 5), [0, 0]],
  ['another root of the same size', noteOf(forged, 9), [1, 0]],
  ['an older note of another log', noteOf(forged, 5), [1, 0]],
  ['a note that is no checkpoint', 'no', [1, 0]],
])('of %s raises what it should', async (_, note, [alarms, later]) => {
  const found = await checkShownLog([{ to: 'a phone', note }], { note: noteOf(leaves, 9), read });
  expect([found.alarms.map(({ kind }) => kind), found.later.length]).toEqual([
    Array.from({ length: alarms }, () => 'views_differ'),
    later,
  ]);
});

test('keeps a note of a longer log until the watch has followed it that far', async () => {
  const shown = [{ to: 'a phone', note: noteOf(forged, 9) }];
  const { alarms, later } = await checkShownLog(shown, { note: noteOf(leaves, 4), read });
  expect([alarms, later]).toEqual([[], shown]);
  expect((await checkShownLog(later, { note: noteOf(leaves, 9), read })).alarms).toHaveLength(1);
});
