/**
 * Daily limits on bytes stored in conversations: per customer, per visitor, per address of visitors, and for all visitors
 * together. TokenBucket limits the rate of one party; these limits bound the disk space that many parties can fill. The
 * counts are kept in memory, so a restart resets those of the current day.
 */
import { refuse } from '@candor/domain/outcome.ts';
import { AddressThrottle, Throttle } from '../../flow/throttle.ts';
import { limits as chatLimits } from './limits.ts';
import type { Conversation } from './store.ts';
import { DAY_MS } from '@candor/domain/time.ts';

type Limits = Readonly<Record<'customer' | 'visitor' | 'address' | 'visitors', number>>;
export type Leaving = {
  readonly conversation: Pick<Conversation, 'id' | 'customer'>;
  readonly address: string;
  readonly bytes: number;
};

export class DailyBytes {
  readonly #byParty: Readonly<Record<keyof Limits, Throttle>>;

  constructor(limits: Limits = chatLimits.bytesDay) {
    const ofDay = { windowMs: DAY_MS, keysMax: chatLimits.pacedMax };
    const of = (max: number) => new Throttle({ max, ...ofDay });
    this.#byParty = {
      customer: of(limits.customer),
      visitor: of(limits.visitor),
      address: new AddressThrottle({ max: limits.address, ...ofDay }),
      visitors: of(limits.visitors),
    };
  }

  /** Counts bytes that are about to be stored, or refuses them. */
  take({ conversation, address, bytes }: Leaving, nowMs: number) {
    const { customer, visitor, address: addresses, visitors } = this.#byParty;
    const seconds =
      conversation.customer === null
        ? visitor.take(String(conversation.id), nowMs, bytes) ||
          addresses.take(address, nowMs, bytes) ||
          visitors.take('all', nowMs, bytes)
        : customer.take(String(conversation.customer), nowMs, bytes);
    return seconds > 0 ? refuse('too_many_attempts', { params: { seconds: String(seconds) } }) : undefined;
  }
}

/** Returns the number of bytes that a text occupies in storage. */
export function messageBytes(text: string): number {
  return Buffer.byteLength(text) + chatLimits.messageBytes;
}
