/** Whether a log shows browsers of customers the same history as it shows the watch. */
import { readCheckpoint } from '../tlog/checkpoint.ts';
import { isConsistent, sameHash } from '../tlog/merkle.ts';
import { TileTree } from '../tlog/tiles.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import type { ReadLogFile } from './follow-log.ts';

/** A note of the log, and who received it. */
export type ShownNote = { readonly to: string; readonly note: string };

/** The note that the watch followed, and a reader of the log's tiles. */
type Followed = { readonly note: string; readonly read: ReadLogFile };

/**
 * Compares notes that others were shown with the one that was followed. `later` has those of a longer log, which can be compared
 * once the watch has followed it that far.
 */
export async function checkShownLog(
  shown: readonly ShownNote[],
  { note: own, read }: Followed,
): Promise<{ readonly alarms: readonly Alarm[]; readonly later: readonly ShownNote[] }> {
  const newest = readCheckpoint(own);
  const alarms: Alarm[] = [];
  const later: ShownNote[] = [];
  if (newest === undefined) return { alarms, later };
  for (const one of shown) {
    const other = readCheckpoint(one.note);
    if (other !== undefined && other.size > newest.size) later.push(one);
    // oxlint-disable-next-line no-await-in-loop -- a few
    else if (other === undefined || !(await agrees(read, other, newest))) {
      const what = other === undefined ? 'something else' : `another history of ${other.size} entries`;
      alarms.push(alarm('views_differ', `The log shows ${one.to} ${what} than the watch.`, one.note, own));
    }
  }
  return { alarms, later };
}

type Tree = { readonly size: number; readonly root: Uint8Array };

async function agrees(read: ReadLogFile, old: Tree, newest: Tree): Promise<boolean> {
  if (old.size === newest.size) return sameHash(old.root, newest.root);
  const proof = await new TileTree(read, newest.size).consistency(old.size);
  return isConsistent({ oldSize: old.size, oldRoot: old.root, size: newest.size, root: newest.root, proof });
}
