/**
 * Authenticates a request that an API key signed. The signed text is passed in, so that other signing schemes can use the same
 * keys. Reasons for a refusal other than the signature are disclosed only to a caller who signed with the key.
 */
import { createHash } from 'node:crypto';
import { refuse } from '@candor/domain/outcome.ts';
import type { KeyScope } from '@candor/protocol/api-keys/schemas.ts';
import type { Pool } from '../db/pool.ts';
import { findKey, noteUse } from '../identity/api-keys/key-store.ts';
import type { KnownKey } from '../identity/api-keys/key-store.ts';
import { allows } from '../identity/api-keys/networks.ts';
import { isSigned, keyProof, sealedFor } from '../identity/api-keys/signature.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import { LIMITS } from '../limits.ts';
import type { Caller, Refused } from './caller-checks.ts';

export type Presented = {
  /** The key's public id, as in `Candor-Key`. */
  readonly key: string;
  /** The signed text. */
  readonly text: string | Buffer;
  /** Hexadecimal HMAC-SHA256, or Ed25519 in base64. */
  readonly signature: string;
  readonly timeMs: number;
  readonly recvWindowMs: number;
  /** The client's address; '' if a proxy did not report it. A key that is restricted to networks is then refused. */
  readonly address: string;
};

/** The API key that makes a call. */
export type CallerKey = {
  readonly id: bigint;
  readonly code: string;
  readonly scopes: ReadonlySet<KeyScope>;
  /** Proves to the database that the key makes the call. */
  readonly proof: Buffer;
  /**
   * The idempotency key to use for a call that states none, so that a request that is sent again is executed only once. Absent
   * for a call on a connection where the key logged in, because such a call is not signed itself.
   */
  readonly requestId?: string;
};

export type KeyedCallers = {
  readonly find: (presented: Presented) => Promise<Caller | Refused>;
  /**
   * Returns the caller whose key authenticated the connection earlier, as long as the key is valid and may be used from this
   * address.
   */
  readonly again: (connected: {
    readonly key: string;
    readonly address: string;
  }) => Promise<Caller | Refused>;
  /** Drops a customer's keys from the cache, because they have changed. */
  readonly forget: (customer: bigint) => void;
  /** Calls the listener with each customer whose keys have changed. */
  readonly onForget: (listener: (customer: bigint) => void) => void;
};

type Entry = {
  readonly known: KnownKey;
  readonly secret: Buffer;
  readonly isAllowed: (address: string) => boolean;
  readonly readMs: number;
};

export type KeyedCallersOptions = {
  readonly pool: Pool;
  readonly vault: Pick<Vault, 'open'>;
  /** The house's time. */
  readonly now: () => number;
  /** The wall clock, by which clients date the requests that they sign. */
  readonly wallNow: () => number;
  readonly onError: (error: Error) => void;
};

const CODE = /^[A-Za-z0-9_-]{32}$/;

export function keyedCallers({ pool, vault, now, wallNow, onError }: KeyedCallersOptions): KeyedCallers {
  const entries = new Map<string, Entry>();
  const usedMs = new Map<string, number>();
  const listeners: ((customer: bigint) => void)[] = [];
  const { believedMs, usedEveryMs } = LIMITS.apiKeys;
  /** How many times keys were dropped. Data whose read began before the last drop may be outdated. */
  let forgotten = 0;

  async function entryOf(code: string): Promise<Entry | undefined> {
    const cached = entries.get(code);
    if (cached !== undefined && wallNow() - cached.readMs < believedMs) return cached;
    const readMs = wallNow();
    const before = forgotten;
    const known = await findKey(pool, code);
    entries.delete(code);
    if (known === undefined) return undefined;
    const secret = vault.open(known.sealed, sealedFor(code));
    const entry = { known, secret, isAllowed: allows(known.networks), readMs };
    if (forgotten === before) keep(entries, code, entry);
    return entry;
  }

  /** Records a use of the key. The request does not wait for this, and does not fail if this fails. */
  function note({ known }: Entry, address: string): void {
    const nowMs = now();
    if (nowMs - (usedMs.get(known.code) ?? -Infinity) < usedEveryMs) return;
    usedMs.delete(known.code);
    keep(usedMs, known.code, nowMs);
    noteUse(pool, { customer: known.customer, key: known.id, nowMs, address }).catch(onError);
  }

  return {
    find: async (presented) => {
      const entry = CODE.test(presented.key) ? await entryOf(presented.key) : undefined;
      if (entry === undefined) return refuse('api_key_unknown');
      const violation = violationOf(entry, presented, { nowMs: now(), wallMs: wallNow() });
      if (violation !== undefined) return violation;
      note(entry, presented.address);
      // Used requests are remembered by the signed text, which contains the time. The signature itself can be spelled in several
      // ways.
      const hash = createHash('sha256').update(`${entry.known.code} `).update(presented.text).digest('hex');
      return callerOf(entry, `~key-${hash}`);
    },
    again: async ({ key, address }) => {
      const entry = await entryOf(key);
      if (entry === undefined) return refuse('api_key_unknown');
      return endOf(entry, address, now()) ?? callerOf(entry);
    },
    forget: (customer) => {
      forgotten += 1;
      for (const [code, { known }] of entries) if (known.customer === customer) entries.delete(code);
      for (const listener of listeners) listener(customer);
    },
    onForget: (listener) => {
      listeners.push(listener);
    },
  };
}

function callerOf({ known, secret }: Entry, requestId?: string): Caller {
  const { id, code, scopes, customer, status } = known;
  const key: CallerKey = {
    ...{ id, code, scopes, proof: keyProof(secret) },
    ...(requestId === undefined ? {} : { requestId }),
  };
  return { customer, session: 0n, status, key };
}

/** Adds a value. Only the newest values are kept. */
function keep<Value>(map: Map<string, Value>, code: string, value: Value): void {
  if (map.size >= LIMITS.apiKeys.cachedMax) {
    const oldest = map.keys().next();
    if (oldest.done !== true) map.delete(oldest.value);
  }
  map.set(code, value);
}

/** Returns the first violation, in this order. */
function violationOf(
  entry: Entry,
  { text, signature, timeMs, recvWindowMs, address }: Presented,
  { nowMs, wallMs }: { readonly nowMs: number; readonly wallMs: number },
): Refused | undefined {
  const { kind, publicKey } = entry.known;
  if (!isSigned({ kind, secret: entry.secret, publicKey }, text, signature))
    return refuse('api_signature_wrong');
  if (!isInTime({ timeMs, recvWindowMs }, wallMs)) return refuse('api_time_wrong');
  return endOf(entry, address, nowMs);
}

/** Returns why a key whose signature is valid may not be used, in this order. */
function endOf({ known, isAllowed }: Entry, address: string, nowMs: number): Refused | undefined {
  if (known.isRevoked || known.status === 'closed') return refuse('api_key_revoked');
  if (known.expiresMs <= nowMs) return refuse('api_key_expired');
  return isAllowed(address)
    ? undefined
    : refuse('api_address_refused', { params: { address: address === '' ? '-' : address } });
}

/** Whether a request's time is within its window, which no request can make longer than a minute. */
function isInTime(at: { readonly timeMs: number; readonly recvWindowMs: number }, nowMs: number): boolean {
  const { windowMsMax, aheadMs } = LIMITS.apiKeys;
  const windowMs = Math.min(Math.max(at.recvWindowMs, 0), windowMsMax);
  return Number.isSafeInteger(at.timeMs) && at.timeMs <= nowMs + aheadMs && nowMs - at.timeMs <= windowMs;
}
