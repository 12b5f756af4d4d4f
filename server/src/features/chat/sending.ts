/** How a message comes into a conversation: paced, written once, and told to both sides in the order of its number. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import { LIMITS } from '../../limits.ts';
import { consoleMessage, inboxRow } from './console-store.ts';
import type { ChatLine } from './line.ts';
import { OneByOne } from './one-by-one.ts';
import { Pace } from './pace.ts';
import { appendMessage, conversationBy, messagesOf } from './store.ts';
import type { Conversation, Message, NewMessage } from './store.ts';
import { messageView, stateView } from './views.ts';

export type SendingDeps = { readonly pool: Pool; readonly line: ChatLine; readonly now: () => number };

type Code = 'too_many_attempts' | 'key_reused' | 'case_changed' | 'not_found';
type Draft = Omit<NewMessage, 'conversation' | 'language' | 'nowMs'> & {
  readonly language?: NewMessage['language'];
};

export class Sending {
  readonly #deps: SendingDeps;
  readonly #turns = new OneByOne();
  readonly #pace = new Pace({
    burst: LIMITS.chat.burst,
    perSecond: LIMITS.chat.perSecond,
    keysMax: LIMITS.chat.pacedMax,
  });

  constructor(deps: SendingDeps) {
    this.#deps = deps;
  }

  /** Writes it and tells it; what was sent before under the same name is answered and told nobody again. */
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
      if (message === undefined) throw new Error(`message ${written.number} of ${to.id} is gone`);
      if (written.became === 'new') await this.#tell(to, message);
      return ok(message);
    });
  }

  /** Tells both sides how the conversation stands. */
  async tellState(id: bigint): Promise<void> {
    const { pool, line, now } = this.#deps;
    const after = await conversationBy(pool, id);
    if (after === undefined) throw new Error(`conversation ${id} is gone`);
    line.toDevices(after, { kind: 'state', state: stateView(after) });
    if (line.online) line.toConsoles(after, { kind: 'state', row: await inboxRow(pool, id, now()) });
  }

  async #tell(to: Conversation, message: Message): Promise<void> {
    const { pool, line, now } = this.#deps;
    line.toDevices(to, { kind: 'message', message: messageView(message) });
    const reopened = to.status === 'closed';
    if (line.online) {
      const row = await inboxRow(pool, to.id, now());
      line.toConsoles(to, { kind: 'message', row, message: consoleMessage(message) });
    }
    if (reopened) await this.tellState(to.id);
  }
}
