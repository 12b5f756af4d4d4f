/** The context and the result of each task of the command line. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Checkpoint } from '../checkpoints.ts';
import type { Finding } from '../findings.ts';
import type { Kept } from '../remembered.ts';
import type { SourceFinding } from '../sources/check-entry.ts';

/** The result of a task: findings, and the data to keep if there are none. */
export type Report = {
  readonly state: 'proved' | 'contradicted' | 'undecided';
  readonly findings: readonly Finding[];
  /** Prices that do not follow from the sources that their entries name. */
  readonly ofSources?: readonly SourceFinding[] | undefined;
  /** The verified statements, as text for the terminal. */
  readonly summary: string;
  readonly symbol: string;
  readonly publicKey: string;
  readonly checkpoints: readonly Checkpoint[];
};

/** The key that must have signed, and the data kept by earlier runs. */
export type Known = { readonly publicKey: string | undefined; readonly kept: Kept | undefined };

/** Waits between two requests. Tests replace it with a function that returns immediately. */
export type Wait = (seconds: number) => Promise<void>;

export const waitForReal: Wait = (seconds) => delay(seconds * 1000);
