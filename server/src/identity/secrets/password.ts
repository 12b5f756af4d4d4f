/**
 * Passwords: the rule for new ones, and hashing with argon2id. A hash takes 19 MiB and tens of milliseconds, so a few at a time
 * run on the runtime's worker threads, behind bounded queues.
 */
import { hash, verify } from '@node-rs/argon2';
import { refuse } from '@candor/domain/outcome.ts';
import { sharedBy } from '../../callers/addresses.ts';
import { Semaphore } from '../../flow/semaphore.ts';
import { commonPasswords } from './common-passwords.ts';
import { PASSWORD_COST } from './password-cost.ts';
import type { PasswordCost } from './password-cost.ts';

const PASSWORD_LENGTH_MIN = 6;
const PASSWORD_LENGTH_MAX = 16;

/**
 * Three separate queues, so that none delays the others. One is for unauthenticated callers, who may flood it; one for customers
 * who are logged in or use a known device or address; and one for operators.
 */
export type HashingLane = 'strangers' | 'customers' | 'operators';
/** Unauthenticated callers pass their source, because no single source may use more than a part of their queue. */
type Line = Exclude<HashingLane, 'strangers'> | { readonly strangerFrom: string };
const PART_OF_ONE = 4;

/** Checks a new password. Lengths count user-visible characters, not code units. */
export function passwordViolation(password: string, again: string) {
  if (password !== again) return refuse('passwords_differ', { field: 're_password' });
  const length = [...password].length;
  if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX) {
    const params = { min: String(PASSWORD_LENGTH_MIN), max: String(PASSWORD_LENGTH_MAX) };
    return refuse('password_length', { field: 'password', params });
  }
  // A lone surrogate has no UTF-8 form, so passwords that differ only in one would have the same hash.
  if (!password.isWellFormed()) return refuse('parameter_wrong', { field: 'password' });
  if (isCommon(password)) return refuse('password_common', { field: 'password' });
  return undefined;
}

/** Whether the password is easily guessed: a common one, a repeated character or a sequence. */
export function isCommon(password: string): boolean {
  const folded = password.toLowerCase();
  return commonPasswords.has(folded) || /^(.)\1*$/u.test(folded) || isRun(folded);
}

/** "abcdef" and "987654" are sequences: each character is the successor or the predecessor of the one before it. */
function isRun(text: string): boolean {
  const step = text.charCodeAt(1) - text.charCodeAt(0);
  if (Math.abs(step) !== 1) return false;
  for (let at = 1; at < text.length; at += 1) {
    if (text.charCodeAt(at) - text.charCodeAt(at - 1) !== step) return false;
  }
  return true;
}

export class Passwords {
  readonly #lanes: Readonly<Record<HashingLane, Semaphore>>;
  readonly #nobody: Promise<string>;
  readonly #strangersOfOneMax: number;
  readonly #strangers = new Map<string, number>();

  readonly #cost: PasswordCost;

  constructor(waitingMax: number, cost: PasswordCost = PASSWORD_COST) {
    this.#cost = cost;
    this.#strangersOfOneMax = Math.ceil(waitingMax / PART_OF_ONE);
    const lane = (atOnce: number) => new Semaphore({ atOnce, waitingMax });
    this.#lanes = { strangers: lane(1), customers: lane(2), operators: lane(1) };
    this.#nobody = hash(Buffer.from('nobody has this password'), cost);
    // Callers that await this promise get the error. Until one does, it must not crash the process as an unhandled rejection.
    this.#nobody.catch(() => undefined);
  }

  /** Hashes a password. Returns undefined if the queue is full. */
  hash(password: string, line: Line = 'customers'): Promise<string | undefined> {
    return this.#take(line, () => hash(Buffer.from(password), this.#cost));
  }

  /**
   * Compares a password with a hash. If there is no hash, because the customer does not exist, the check takes equally long and
   * returns false.
   */
  verify(
    passwordHash: string | undefined,
    password: string,
    line: Line = 'customers',
  ): Promise<boolean | undefined> {
    return this.#take(line, async () => {
      const right = await verify(passwordHash ?? (await this.#nobody), Buffer.from(password));
      return right && passwordHash !== undefined;
    });
  }

  /**
   * Runs work within the limits of the queues. Without the limit per /48, a source with 65,536 IPv6 networks could fill the queue
   * in which all unauthenticated callers wait.
   */
  async #take<Result>(line: Line, work: () => Promise<Result>): Promise<Result | undefined> {
    if (typeof line === 'string') return this.#lanes[line].take(work);
    const from = sharedBy(line.strangerFrom);
    const own = this.#strangers.get(from) ?? 0;
    if (own >= this.#strangersOfOneMax) return undefined;
    this.#strangers.set(from, own + 1);
    try {
      return await this.#lanes.strangers.take(work);
    } finally {
      const left = (this.#strangers.get(from) ?? 1) - 1;
      if (left === 0) this.#strangers.delete(from);
      else this.#strangers.set(from, left);
    }
  }
}
