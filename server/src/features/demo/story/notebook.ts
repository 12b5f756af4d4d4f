/**
 * The progress of the story, in a file of the data folder: an interrupted story resumes from it, and a finished story is never
 * played again. Of the objects that the story creates, the file stores only the ids that later lines refer to.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Made } from './stage.ts';

export type Notes = {
  readonly state: 'running' | 'finished';
  /** The market time at which the story begins, in milliseconds. */
  readonly beginsMs: number;
  /** Number of lines that have been played. */
  readonly lines: number;
  /** Lines whose market was closed. They are played at a later scene. */
  readonly postponed: readonly number[];
  readonly made: Readonly<Record<string, Made>>;
  /** The estimated remaining time in seconds, and when it was estimated, by the machine's clock. */
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

/** Replaces the file atomically, so that a killed process can't leave a partial file. */
export function writeNotes(dataFolder: string, notes: Notes): void {
  const path = join(dataFolder, NAME);
  writeFileSync(`${path}.new`, JSON.stringify(notes));
  renameSync(`${path}.new`, path);
}

/** A story whose file is older than this is shown as stopped. */
const UNTOUCHED_MAX_MS = 15_000;

export type Progress = NonNullable<CallOutput<'GET demo'>['history']>;

/** The story's progress as the app shows it; null if there is nothing to wait for. */
export function progressOf(notes: Notes | undefined, nowMs: number): Progress | null {
  if (notes === undefined || notes.state === 'finished') return null;
  const sinceMs = nowMs - notes.writtenMs;
  if (sinceMs > UNTOUCHED_MAX_MS) return { state: 'stopped', seconds_left: 0 };
  return { state: 'running', seconds_left: Math.max(1, notes.secondsLeft - Math.floor(sinceMs / 1000)) };
}
