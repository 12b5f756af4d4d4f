/**
 * Identifies the caller: a customer by their token, a visitor by the key stored on their device. No request names a
 * conversation.
 */
import { createHash } from 'node:crypto';
import { refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import type { CallContext } from '../../calls/handler.ts';
import { AddressThrottle } from '../../flow/throttle.ts';
import { LIMITS } from '../../limits.ts';
import { limits } from './limits.ts';
import { conversationOf, openConversation } from './store.ts';
import type { Conversation, Party } from './store.ts';

const KEY = /^[A-Za-z0-9_-]{43}$/;
const FIELD = { field: 'Visitor-Key', params: { field: 'Visitor-Key' } };

/** The hash is stored in place of the visitor's key, and identifies the visitor's devices. */
function visitorHash(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Returns the party that makes the call, or undefined without a token or visitor key. */
function partyOf({
  customer,
  visitorKey,
}: Pick<CallContext, 'customer' | 'visitorKey'>): Outcome<Party | undefined, 'parameter_wrong'> {
  if (customer !== 0n) return { ok: true, value: { kind: 'customer', customer } };
  if (visitorKey === undefined) return { ok: true, value: undefined };
  if (!KEY.test(visitorKey)) return refuse('parameter_wrong', FIELD);
  return { ok: true, value: { kind: 'visitor', hash: visitorHash(visitorKey) } };
}

export class Parties {
  readonly #pool: Pool;
  readonly #now: () => number;
  /** Limits the conversations that one address can open with new visitor keys. */
  readonly #visitors = new AddressThrottle({
    max: limits.visitorsAddressMax,
    windowMs: limits.visitorsWindowMs,
    keysMax: LIMITS.attempts.keysMax,
  });

  constructor({ pool, now }: { readonly pool: Pool; readonly now: () => number }) {
    this.#pool = pool;
    this.#now = now;
  }

  /** Returns the caller's conversation, or undefined before the caller's first message. */
  async find(context: CallContext): Promise<Outcome<Conversation | undefined, 'parameter_wrong'>> {
    const party = partyOf(context);
    if (!party.ok) return party;
    const { value } = party;
    return { ok: true, value: value === undefined ? undefined : await conversationOf(this.#pool, value) };
  }

  /** Returns the caller's conversation, and opens it if this is the caller's first message. */
  async findOrOpen(
    context: CallContext,
  ): Promise<Outcome<Conversation, 'parameter_wrong' | 'parameter_missing' | 'too_many_attempts'>> {
    const party = partyOf(context);
    if (!party.ok) return party;
    if (party.value === undefined) return refuse('parameter_missing', FIELD);
    const found = await conversationOf(this.#pool, party.value);
    if (found !== undefined) return { ok: true, value: found };
    const nowMs = this.#now();
    const wait = party.value.kind === 'visitor' ? this.#visitors.take(context.address, nowMs) : 0;
    if (wait > 0) return refuse('too_many_attempts', { params: { seconds: String(wait) } });
    const isNew = await openConversation(this.#pool, party.value, { language: context.language, nowMs });
    if (!isNew && party.value.kind === 'visitor') this.#visitors.giveBack(context.address);
    const opened = await conversationOf(this.#pool, party.value);
    if (opened === undefined) throw new Error('conversation not found after it was opened');
    return { ok: true, value: opened };
  }
}
