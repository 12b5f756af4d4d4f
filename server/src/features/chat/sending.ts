/**
 * Writes and sends messages: each is rate-limited, written once, and sent to both sides. The events of one conversation are
 * read and sent one at a time, so that neither side ends up with an older state.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import { limits } from './limits.ts';
import { consoleMessage, inboxRow } from './console-store.ts';
import type { ChatLine } from './line.ts';
import { KeyedMutex } from '../../flow/keyed-mutex.ts';
import { TokenBucket } from '../../flow/token-bucket.ts';
import { appendMessage, conversationBy, markRead, messagesOf } from './store.ts';
import type { Conversation, Message, NewMessage } from './store.ts';
import { messageView, stateView } from './views.ts';

export type SendingDeps = { readonly pool: Pool; readonly line: ChatLine; readonly now: () => number };

type Code = 'too_many_attempts' | 'key_reused' | 'case_changed' | 'not_found';
type Draft = Omit<NewMessage, 'conversation' | 'language' | 'nowMs'> & {
  readonly language?: NewMessage['language'];
};

export class Sending {
  readonly #deps: SendingDeps;
  /**
   * Serialises writes per conversation, so that its events keep the order of their numbers and no message waits for a row lock.
   */
  readonly #turns = new KeyedMutex<bigint>();
  /** Number of the last message sent to both sides, by conversation. */
  readonly #told = new Map<bigint, bigint>();
  readonly #pace = new TokenBucket({
    burst: limits.burst,
    perSecond: limits.perSecond,
    keysMax: limits.pacedMax,
  });

  constructor(deps: SendingDeps) {
    this.#deps = deps;
  }

  /** Writes and sends a message. A retry with the same id gets the same answer and is not sent again. */
  async send(to: Conversation, draft: Draft): Promise<Outcome<Message, Code>> {
    const { pool, now } = this.#deps;
    const nowMs = now();
    const wait = this.#pace.take(`${to.id} ${draft.sender}`, nowMs);
    if (wait > 0) return refuse('too_many_attempts', { params: { seconds: String(wait) } });
    return this.#turns.in(to.id, async () => {
      const written = await appendMessage(pool, {
        language: to.language,
        ...draft,
        conversation: to.id,
        nowMs,
      });
      if (written.became === 'other') return refuse('key_reused', { field: 'client_id' });
      if (written.became === 'taken') return refuse('case_changed');
      if (written.became === 'missing') return refuse('not_found');
      const at = { after: Number(written.number) - 1, limit: 1 };
      const [message] = (await messagesOf(pool, to.id, at)).items;
      if (message === undefined)
        throw new Error(`message ${written.number} of conversation ${to.id} not found`);
      await this.#tellOnce(to, message);
      return ok(message);
    });
  }

  /** Advances a side's read mark, and notifies both sides. */
  async read(
    to: Conversation,
    upTo: { readonly side: 'customer' | 'house'; readonly number: number },
  ): Promise<void> {
    const { pool, line } = this.#deps;
    await this.#turns.in(to.id, async () => {
      const read = await markRead(pool, { conversation: to.id, ...upTo });
      if (read === undefined) return;
      const by = upTo.side === 'customer' ? 'you' : 'house';
      line.toDevices(to, { kind: 'read', by, number: Number(read) });
      await this.#tellRow(to);
    });
  }

  async tellState(id: bigint): Promise<void> {
    await this.#turns.in(id, () => this.#tellState(id));
  }

  async #tellState(id: bigint): Promise<void> {
    const { pool, line } = this.#deps;
    const after = await conversationBy(pool, id);
    if (after === undefined) throw new Error(`conversation ${id} not found`);
    line.toDevices(after, { kind: 'state', state: stateView(after) });
    await this.#tellRow(after);
  }

  async #tellRow(of: Conversation): Promise<void> {
    const { pool, line, now } = this.#deps;
    if (line.hasConsoles) line.toConsoles(of, { kind: 'state', row: await inboxRow(pool, of.id, now()) });
  }

  /**
   * If the database's answer was lost, a message is stored but not sent; the client's retry sends it. A client that already has
   * the message recognises its number, and a client that received a later message has already fetched it.
   */
  async #tellOnce(to: Conversation, message: Message): Promise<void> {
    if (message.number <= (this.#told.get(to.id) ?? 0n)) return;
    await this.#tell(to, message);
    this.#told.delete(to.id);
    const [quietest] = this.#told.keys();
    if (quietest !== undefined && this.#told.size >= limits.pacedMax) this.#told.delete(quietest);
    this.#told.set(to.id, message.number);
  }

  async #tell(to: Conversation, message: Message): Promise<void> {
    const { pool, line, now } = this.#deps;
    line.toDevices(to, { kind: 'message', message: messageView(message) });
    if (line.hasConsoles) {
      const row = await inboxRow(pool, to.id, now());
      line.toConsoles(to, { kind: 'message', row, message: consoleMessage(message) });
    }
    if (to.status === 'closed') await this.#tellState(to.id);
  }
}
