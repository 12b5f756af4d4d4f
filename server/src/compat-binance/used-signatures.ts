/**
 * Remembers what signed requests were for. A signature of this interface covers neither method nor path, so a copied request could be
 * sent to another call: one that lists orders to the call that cancels them. Whatever was signed counts for the first call that it
 * reached, unless both only read: programs sign the same parameters for several reads at once. A repetition of the same call is left
 * to its idempotency key, by which it is executed once.
 *
 * The memory is this process's own. So that a restart forgets nothing, a process accepts no signature for a change that was made
 * before it started.
 */
import { hash } from 'node:crypto';
import { LIMITS } from '../limits.ts';

/** Signatures remembered at most; about 200 bytes each. */
const KEPT_MAX = 200_000;

export type Use = {
  /** The key's code. */
  readonly key: string;
  /** What was signed, which has the time. */
  readonly text: string;
  readonly timeMs: number;
  /** Method and path. */
  readonly call: string;
  readonly changes: boolean;
};

export type Judged = 'fits' | 'of_another_call' | 'too_old' | 'too_many';

type Kept = { readonly call: string; readonly changes: boolean; readonly untilMs: number };

export class UsedSignatures {
  readonly #now: () => number;
  readonly #max: number;
  readonly #startedMs: number;
  readonly #kept = new Map<string, Kept>();

  constructor(now: () => number, max: number = KEPT_MAX) {
    this.#now = now;
    this.#max = max;
    this.#startedMs = now();
  }

  /** Judges the use of a valid signature, and remembers it. */
  use({ key, text, timeMs, call, changes }: Use): Judged {
    const nowMs = this.#now();
    if (changes && timeMs < this.#startedMs) return 'too_old';
    const id = hash('sha256', `${key} ${text}`, 'base64url');
    const known = this.#kept.get(id);
    if (known !== undefined && known.untilMs >= nowMs) {
      const fits = known.changes || changes ? known.call === call : true;
      return fits ? 'fits' : 'of_another_call';
    }
    this.#kept.delete(id);
    if (this.#kept.size >= this.#max) this.#forget(nowMs);
    if (this.#kept.size >= this.#max) return 'too_many';
    // Whatever window the request asks for, nothing older is accepted.
    this.#kept.set(id, { call, changes, untilMs: timeMs + LIMITS.apiKeys.windowMsMax });
    return 'fits';
  }

  #forget(nowMs: number): void {
    for (const [id, { untilMs }] of this.#kept) if (untilMs < nowMs) this.#kept.delete(id);
  }
}
