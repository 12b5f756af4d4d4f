/**
 * Resolves tokens to customers. Every authenticated request needs this, so sessions are cached. A session is read once, then
 * rechecked in the background together with all others in use, and trusted for at most five seconds without a recheck. A session
 * that this process closes is dropped immediately. If this process changes a customer's standing, it rereads the customer's
 * sessions at the next call. Changes by other processes take effect within those five seconds.
 */
import { createHash } from 'node:crypto';
import type { Connection, Pool } from '../../db/pool.ts';
import { revokeAllKeys } from '../api-keys/key-store.ts';
import { deviceHash } from './devices.ts';
import {
  endOldest,
  endSessions,
  findSession,
  insertSession,
  recheckSessions,
  sessionsOf,
} from './session-store.ts';
import type { ListedSession, Session } from './session-store.ts';
import { isToken, newToken, sessionProof, tokenKey } from './token.ts';

type Entry = { session: Session; checkedMs: number; usedMs: number };

export type SessionLimits = {
  readonly validMs: number;
  readonly idleMs: number;
  readonly customerMax: number;
  readonly believedMs: number;
  readonly recheckMs: number;
  readonly cachedMax: number;
};

/** `token` is used instead of a random token. */
export type SessionOpening = {
  readonly customer: bigint;
  readonly agent: string;
  readonly address: string;
  readonly device: string | undefined;
  readonly token?: string | undefined;
};

export type SessionsOptions = {
  readonly pool: Pool;
  readonly now: () => number;
  readonly limits: SessionLimits;
  readonly onError: (error: Error) => void;
};

/** A session's last use is recorded at most this often. */
export const SEEN_EVERY_MS = 10 * 60_000;

export class Sessions {
  readonly #pool: Pool;
  readonly #now: () => number;
  readonly #limits: SessionLimits;
  readonly #entries = new Map<string, Entry>();
  readonly #onEnd = new Set<(session: bigint) => void>();
  readonly #timer: NodeJS.Timeout;
  #rechecking = false;
  /** How many times sessions were dropped. A read that began before a drop may return a session that has been closed since. */
  #forgotten = 0;

  constructor(options: SessionsOptions) {
    this.#pool = options.pool;
    this.#now = options.now;
    this.#limits = options.limits;
    this.#timer = setInterval(() => {
      this.recheck().catch(options.onError);
    }, this.#limits.recheckMs);
    this.#timer.unref();
  }

  /** Finds a token's session: synchronously if it is cached, and otherwise by reading the database. */
  find(token: string): Session | undefined | Promise<Session | undefined> {
    if (!isToken(token)) return undefined;
    const key = tokenKey(token);
    const nowMs = this.#now();
    const entry = this.#entries.get(key);
    if (entry !== undefined && nowMs - entry.checkedMs < this.#limits.believedMs) {
      entry.usedMs = nowMs;
      return entry.session.expiresMs > nowMs ? entry.session : undefined;
    }
    return this.#read(key, token);
  }

  /** Calls the listener with the id of every session that this process closes, or finds closed while in use. */
  onEnd(listener: (session: bigint) => void): void {
    this.#onEnd.add(listener);
  }

  /** Opens a session and returns its token, which is stored nowhere. */
  async open(db: Pool | Connection, { token = newToken(), device, ...who }: SessionOpening): Promise<string> {
    const nowMs = this.#now();
    await insertSession(db, {
      ...who,
      device: device === undefined ? undefined : deviceHash(device),
      tokenHash: Buffer.from(tokenKey(token), 'base64'),
      proofHash: createHash('sha256').update(sessionProof(token)).digest(),
      nowMs,
      expiresMs: nowMs + this.#limits.validMs,
    });
    this.forget(await endOldest(db, { customer: who.customer, keep: this.#limits.customerMax, nowMs }));
    return token;
  }

  /**
   * Closes one session, all, or all but one in the database. Except when a single session is closed, all API keys of the customer
   * are revoked too. The caller must pass the result to `forget` after the commit.
   */
  async end(
    db: Pool | Connection,
    at: { customer: bigint; only?: bigint; except?: bigint },
  ): Promise<readonly bigint[]> {
    if (at.only === undefined) await revokeAllKeys(db, at.customer);
    return endSessions(db, { ...at, nowMs: this.#now() });
  }

  list(customer: bigint): Promise<ListedSession[]> {
    return sessionsOf(this.#pool, { customer, nowMs: this.#now(), idleMs: this.#limits.idleMs });
  }

  /** Drops closed sessions from the cache. */
  forget(ended: readonly bigint[]): void {
    if (ended.length === 0) return;
    this.#forgotten += 1;
    const ids = new Set(ended);
    for (const [key, entry] of this.#entries) if (ids.has(entry.session.id)) this.#entries.delete(key);
    for (const id of ids) this.#tell(id);
  }

  /** Makes the next call reread the customer's cached sessions. Must be called when the customer's standing has changed. */
  doubt(customer: bigint): void {
    this.#forgotten += 1;
    for (const [key, entry] of this.#entries) {
      // The entry is replaced, so that a read in flight doesn't make the old one valid again.
      if (entry.session.customer === customer) this.#entries.set(key, { ...entry, checkedMs: -Infinity });
    }
  }

  /** Rereads the sessions in use, and drops those not used since the last recheck. */
  async recheck(): Promise<void> {
    if (this.#rechecking) return;
    this.#rechecking = true;
    try {
      const nowMs = this.#now();
      const used: [string, Entry][] = [];
      for (const [key, entry] of this.#entries) {
        if (entry.usedMs >= entry.checkedMs) used.push([key, entry]);
        else if (nowMs - entry.checkedMs > this.#limits.believedMs) this.#entries.delete(key);
      }
      if (used.length === 0) return;
      const sessions = used.map(([, entry]) => entry.session);
      const { idleMs } = this.#limits;
      const good = await recheckSessions(this.#pool, { sessions, nowMs, idleMs, seenEveryMs: SEEN_EVERY_MS });
      for (const [key, entry] of used) {
        const session = good.get(entry.session.id);
        if (session === undefined) {
          this.#entries.delete(key);
          this.#tell(entry.session.id);
        } else if (this.#entries.get(key) === entry) {
          const { proof } = entry.session;
          entry.session = proof === undefined ? session : { ...session, proof };
          entry.checkedMs = nowMs;
        }
      }
    } finally {
      this.#rechecking = false;
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #read(key: string, token: string): Promise<Session | undefined> {
    const nowMs = this.#now();
    const forgottenBefore = this.#forgotten;
    const found = await findSession(this.#pool, {
      tokenHash: Buffer.from(key, 'base64'),
      nowMs,
      idleMs: this.#limits.idleMs,
    });
    this.#entries.delete(key);
    if (found === undefined) return undefined;
    const session = { ...found, proof: sessionProof(token) };
    // The session is valid for this request, which began before a session was closed, but it must not be cached for the next one.
    if (this.#forgotten !== forgottenBefore) return session;
    if (this.#entries.size >= this.#limits.cachedMax) {
      const oldest = this.#entries.keys().next();
      if (oldest.done !== true) this.#entries.delete(oldest.value);
    }
    this.#entries.set(key, { session, checkedMs: nowMs, usedMs: nowMs });
    return session;
  }

  #tell(id: bigint): void {
    for (const listener of this.#onEnd) listener(id);
  }
}
