/**
 * Remembers what signed requests were for. A signature of this interface covers neither method nor path, so a copied request could be
 * sent to another call: one that lists orders to the call that cancels them. Whatever was signed counts for the first call that it
 * reached, unless both only read: programs sign the same parameters for several reads at once. A repetition of the same call is left
 * to its idempotency key, by which it is executed once.
 *
 * All processes share what they remember of requests that change something, and of those that read but whose parameters a call
 * that changes something would take; each remembers the others by itself. So that a restart of everything forgets nothing, a process
 * accepts no signature for a change that was made before it started.
 */
import { hash } from 'node:crypto';
import { LIMITS } from '../../limits.ts';

/** The maximum number of remembered signatures, about 200 bytes each. */
const KEPT_MAX = 200_000;

export type Use = {
  /** The key's code. */
  readonly key: string;
  /** The signed text, which contains the time. */
  readonly text: string;
  readonly timeMs: number;
  /** Method and path. */
  readonly call: string;
  readonly changes: boolean;
  /** Whether it changes something, or could be sent to a call that does. */
  readonly isShared: boolean;
};

export type SignedFor = { readonly call: string; readonly changes: boolean };

/** Returns the call for which a signature counts in all processes: this one, unless another came first. */
export type ClaimSignature = (
  claim: SignedFor & { readonly hash: Buffer; readonly untilMs: number },
) => Promise<SignedFor>;

export type Judged = 'fits' | 'of_another_call' | 'too_old' | 'too_many';

type Kept = { readonly first: Promise<SignedFor>; readonly untilMs: number };

export class UsedSignatures {
  readonly #now: () => number;
  readonly #claim: ClaimSignature;
  readonly #max: number;
  readonly #startedMs: number;
  readonly #kept = new Map<string, Kept>();

  constructor(now: () => number, claim: ClaimSignature, max: number = KEPT_MAX) {
    this.#now = now;
    this.#claim = claim;
    this.#max = max;
    this.#startedMs = now();
  }

  /** Judges the use of a valid signature, and remembers it. */
  async use(use: Use): Promise<Judged> {
    const { timeMs, call, changes } = use;
    const nowMs = this.#now();
    if (changes && timeMs < this.#startedMs) return 'too_old';
    const kept = this.#keptOf(use, nowMs);
    if (kept === undefined) return 'too_many';
    const first = await kept.first;
    return first.call === call || !(first.changes || changes) ? 'fits' : 'of_another_call';
  }

  /** Undefined if no more can be remembered. */
  #keptOf({ key, text, timeMs, call, changes, isShared }: Use, nowMs: number): Kept | undefined {
    const digest = hash('sha256', `${key} ${text}`, 'buffer');
    const id = digest.toString('base64url');
    const known = this.#kept.get(id);
    if (known !== undefined && known.untilMs >= nowMs) return known;
    this.#kept.delete(id);
    if (this.#kept.size >= this.#max) this.#forget(nowMs);
    if (this.#kept.size >= this.#max) return undefined;
    // Nothing older is accepted, regardless of the window that the request states.
    const untilMs = timeMs + LIMITS.apiKeys.windowMsMax;
    const mine = { call, changes };
    // Copies that arrive meanwhile wait for the same answer.
    const first = isShared ? this.#claim({ ...mine, hash: digest, untilMs }) : Promise.resolve(mine);
    const kept = { first, untilMs };
    this.#kept.set(id, kept);
    // Without an answer, the call is unknown, so the next copy asks again. The caller of this one gets the error.
    first.catch(() => this.#kept.delete(id));
    return kept;
  }

  #forget(nowMs: number): void {
    for (const [id, { untilMs }] of this.#kept) if (untilMs < nowMs) this.#kept.delete(id);
  }
}
