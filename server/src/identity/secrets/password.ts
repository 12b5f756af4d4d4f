/**
 * Passwords: their rule, and argon2id around them. Hashing takes 19 MiB and tens of milliseconds each, so it runs on
 * the worker threads of the runtime, a few at a time, and the lines before it are bounded.
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
 * Who waits in which line: whoever nobody knows yet, who may be a flood; customers who are signed in or come from a device or an address
 * of theirs; operators. Nobody waits behind another line.
 */
export type HashingLane = 'strangers' | 'customers' | 'operators';
/** Strangers say where they come from: of their line nobody holds more than a part. */
type Line = Exclude<HashingLane, 'strangers'> | { readonly strangerFrom: string };
const PART_OF_ONE = 4;

/** Why a new password is refused, or undefined. Lengths count characters as people do, not code units. */
export function passwordViolation(password: string, again: string) {
  if (password !== again) return refuse('passwords_differ', { field: 're_password' });
  const length = [...password].length;
  if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX) {
    const params = { min: String(PASSWORD_LENGTH_MIN), max: String(PASSWORD_LENGTH_MAX) };
    return refuse('password_length', { field: 'password', params });
  }
  // Half a surrogate pair has no UTF-8 form: several such passwords would hash alike.
  if (!password.isWellFormed()) return refuse('parameter_wrong', { field: 'password' });
  if (isCommon(password)) return refuse('password_common', { field: 'password' });
  return undefined;
}

/** Whether it is among the first that a guesser tries, or a repeat, or a run. */
export function isCommon(password: string): boolean {
  const folded = password.toLowerCase();
  return commonPasswords.has(folded) || /^(.)\1*$/u.test(folded) || isRun(folded);
}

/** "abcdef", "987654": each character follows the one before. */
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
    // Whoever awaits it meets the error; until then it must not end the process.
    this.#nobody.catch(() => undefined);
  }

  /** Answers the hash, or undefined when too many are waiting. */
  hash(password: string, line: Line = 'customers'): Promise<string | undefined> {
    return this.#take(line, () => hash(Buffer.from(password), this.#cost));
  }

  /** Whether the password is the hashed one; without a hash (no such customer) it takes as long and is wrong. */
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

  /** Whoever has 65,536 networks of IPv6 would otherwise fill the line, in which every newcomer waits. */
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
