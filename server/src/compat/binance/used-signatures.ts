/**
 * Remembers which call each signature was used for. A signature of this interface covers neither method nor path, so a copied
 * request could be sent to another call, for example from the one that lists orders to the one that cancels them. A signature
 * is therefore valid only for the first call that it reached. The signature of a call that only reads is also valid for other
 * such calls, because programs sign the same parameters for several of them at the same time. A repetition of the same call is
 * allowed, because its idempotency key ensures that it is executed only once.
 *
 * All processes share what they remember of requests that change something, and of reading requests whose parameters would also
 * be accepted by a call that changes something. Each process remembers other requests on its own. A process accepts no
 * signature for a change that was made before the process started, so that nothing is forgotten if all of them restart.
 */
import { hash } from 'node:crypto';
import { LIMITS } from '../../limits.ts';

/** The maximum number of remembered signatures, about 200 bytes each. */
const KEPT_MAX = 200_000;

export type Use = {
  /** The id of the key. */
  readonly key: string;
  /** The signed text, which contains the time. */
  readonly text: string;
  readonly timeMs: number;
  /** Method and path. */
  readonly call: string;
  readonly changes: boolean;
  /** Whether the call changes something, or its request could also be sent to a call that does. */
  readonly isShared: boolean;
};

export type SignedFor = { readonly call: string; readonly changes: boolean };

/** Returns the call to which a signature is bound in all processes: this one, unless another call came first. */
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

  /** Checks the use of a valid signature, and remembers it. */
  async use(use: Use): Promise<Judged> {
    const { timeMs, call, changes } = use;
    const nowMs = this.#now();
    if (changes && timeMs < this.#startedMs) return 'too_old';
    const kept = this.#keptOf(use, nowMs);
    if (kept === undefined) return 'too_many';
    const first = await kept.first;
    return first.call === call || !(first.changes || changes) ? 'fits' : 'of_another_call';
  }

  /** Returns undefined if no more signatures can be remembered. */
  #keptOf({ key, text, timeMs, call, changes, isShared }: Use, nowMs: number): Kept | undefined {
    const digest = hash('sha256', `${key} ${text}`, 'buffer');
    const id = digest.toString('base64url');
    const known = this.#kept.get(id);
    if (known !== undefined && known.untilMs >= nowMs) return known;
    this.#kept.delete(id);
    if (this.#kept.size >= this.#max) this.#forget(nowMs);
    if (this.#kept.size >= this.#max) return undefined;
    // Nothing older is accepted, even if the request states a longer window.
    const untilMs = timeMs + LIMITS.apiKeys.windowMsMax;
    const mine = { call, changes };
    // Copies that arrive while this is pending wait for the same answer.
    const first = isShared ? this.#claim({ ...mine, hash: digest, untilMs }) : Promise.resolve(mine);
    const kept = { first, untilMs };
    this.#kept.set(id, kept);
    // If the claim fails, it is unknown which call the signature is bound to, so the next copy claims again. The caller of this
    // one gets the error.
    first.catch(() => this.#kept.delete(id));
    return kept;
  }

  #forget(nowMs: number): void {
    for (const [id, { untilMs }] of this.#kept) if (untilMs < nowMs) this.#kept.delete(id);
  }
}
