/**
 * Where the story stands, in a file of the data folder: an interrupted story resumes there, and a finished one is never told
 * again. Nothing of what the story made is stored here but the ids that later lines refer to.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Made } from './stage.ts';

export type Notes = {
  readonly state: 'running' | 'finished';
  /** The market time at which the story begins, in milliseconds. */
  readonly beginsMs: number;
  /** The number of lines that have happened. */
  readonly lines: number;
  /** Lines whose market was closed; they wait for a later scene. */
  readonly postponed: readonly number[];
  readonly made: Readonly<Record<string, Made>>;
  /** The estimated rest in seconds, and when it was estimated, by the machine's clock. */
  readonly secondsLeft: number;
  readonly writtenMs: number;
};

const NAME = 'demo-history.json';

/** Undefined if the data folder has no story. */
export function readNotes(dataFolder: string): Notes | undefined {
  try {
    return JSON.parse(readFileSync(join(dataFolder, NAME), 'utf8')) as Notes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces the file as a whole, so that no kill leaves half of it. */
export function writeNotes(dataFolder: string, notes: Notes): void {
  const path = join(dataFolder, NAME);
  writeFileSync(`${path}.new`, JSON.stringify(notes));
  renameSync(`${path}.new`, path);
}

/** How long a running story may leave its file untouched. */
const UNTOUCHED_MAX_MS = 15_000;

export type Progress = NonNullable<CallOutput<'GET demo'>['history']>;

/** The story's progress as the app shows it; null if there is nothing to wait for. */
export function progressOf(notes: Notes | undefined, nowMs: number): Progress | null {
  if (notes === undefined || notes.state === 'finished') return null;
  const sinceMs = nowMs - notes.writtenMs;
  if (sinceMs > UNTOUCHED_MAX_MS) return { state: 'stopped', seconds_left: 0 };
  return { state: 'running', seconds_left: Math.max(1, notes.secondsLeft - Math.floor(sinceMs / 1000)) };
}
