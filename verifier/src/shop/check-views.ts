/** Compares the data that a platform publishes to several readers, all of whom must see the same. */
import { readCheckpoint } from '../tlog/checkpoint.ts';
import { bytesToHex } from '@noble/hashes/utils.js';
import { alarm } from '../watch/alarms.ts';
import type { Alarm } from '../watch/alarms.ts';
import { canonical } from './wire.ts';

/** The view of one reader. */
export type View = {
  readonly reader: string;
  /** The published data by name, such as `the terms`. */
  readonly published: Readonly<Record<string, unknown>>;
  /** The log's checkpoint. */
  readonly checkpoint: string;
};

/** Raises an alarm for two views that differ in the published data, or in the root of a log of the same size. */
export function checkViews(views: readonly View[]): readonly Alarm[] {
  const [first, ...others] = views;
  if (first === undefined) return [];
  return others.flatMap((other) => [...publishedDiffers(first, other), ...rootDiffers(first, other)]);
}

function publishedDiffers(one: View, other: View): readonly Alarm[] {
  return Object.keys(one.published).flatMap((name) => {
    const [shown, also] = [canonical(one.published[name]), canonical(other.published[name])];
    if (shown === also) return [];
    return [
      alarm('views_differ', `${one.reader} and ${other.reader} are shown different ${name}.`, shown, also),
    ];
  });
}

function rootDiffers(one: View, other: View): readonly Alarm[] {
  const [mine, also] = [readCheckpoint(one.checkpoint), readCheckpoint(other.checkpoint)];
  if (mine === undefined || mine.size !== also?.size || bytesToHex(mine.root) === bytesToHex(also.root))
    return [];
  const detail = `${one.reader} and ${other.reader} are shown different logs of ${mine.size} entries.`;
  return [alarm('views_differ', detail, one.checkpoint, other.checkpoint)];
}
