/** The context of a command line's task besides its question, and its result. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Checkpoint } from '../checkpoints.ts';
import type { Finding } from '../findings.ts';
import type { Kept } from '../remembered.ts';

/** A task's findings, and what may be remembered if nothing is wrong. */
export type Report = {
  readonly state: 'proved' | 'contradicted' | 'undecided';
  readonly findings: readonly Finding[];
  /** The verified statements, for people. */
  readonly summary: string;
  readonly symbol: string;
  readonly publicKey: string;
  readonly checkpoints: readonly Checkpoint[];
};

/** The key that must have signed, and what earlier runs remember. */
export type Known = { readonly publicKey: string | undefined; readonly kept: Kept | undefined };

/** How long to wait between two requests; tests do not wait. */
export type Wait = (seconds: number) => Promise<void>;

export const waitForReal: Wait = (seconds) => delay(seconds * 1000);
