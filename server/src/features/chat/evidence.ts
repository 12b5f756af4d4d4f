/**
 * Evidence files of deals, which anybody can verify without access to Candor. The modules for deals, tape and ledger supply
 * the content; this module stores it unchanged and serves it to the two sides of the conversation.
 */
import { randomBytes } from 'node:crypto';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import { Throttle } from '../../flow/throttle.ts';
import { limits } from './limits.ts';
import type { Deal, EvidenceOf } from '../../platform/feature.ts';
import { KeyedMutex } from '../../flow/keyed-mutex.ts';

/** Combines several sources. Deal numbers are unique across all kinds of deals, so only one source can find the number. */
export function firstThatKnows(sources: readonly EvidenceOf[]): EvidenceOf {
  return async (customer, deal) => {
    let answer = refuse('trade_not_found', { field: 'ticket' }) as Awaited<ReturnType<EvidenceOf>>;
    for (const source of sources) {
      // Stops at the first source that finds the deal.
      // oxlint-disable-next-line no-await-in-loop
      answer = await source(customer, deal);
      if (answer.ok || answer.refusal.code !== 'trade_not_found') return answer;
    }
    return answer;
  };
}

export type EvidenceFilesDeps = {
  readonly pool: Pool;
  readonly evidenceOf: EvidenceOf;
  readonly now: () => number;
};
type Wanted = { readonly conversation: bigint; readonly customer: bigint; readonly deal: Deal };
type Violation = 'trade_not_found' | 'order_state_wrong' | 'too_many_attempts';

/**
 * Evidence files of conversations. Stored files are never removed, and building one is slow. Files are therefore built one at
 * a time per conversation, up to a daily limit, and a stored file with the same content is reused.
 */
export class EvidenceFiles {
  readonly #deps: EvidenceFilesDeps;
  readonly #turns = new KeyedMutex<bigint>();
  readonly #pace = new Throttle({
    max: limits.evidenceDayMax,
    windowMs: limits.evidenceDayMs,
    keysMax: limits.pacedMax,
  });

  constructor(deps: EvidenceFilesDeps) {
    this.#deps = deps;
  }

  /** Stores a deal's evidence file for the conversation, and returns the file's id. */
  async of({ conversation, customer, deal }: Wanted): Promise<Outcome<string, Violation>> {
    const { evidenceOf, now } = this.#deps;
    const wait = this.#pace.take(String(conversation), now());
    if (wait > 0) return refuse('too_many_attempts', { params: { seconds: String(wait) } });
    return this.#turns.in(conversation, async () => {
      const made = await evidenceOf(customer, deal);
      if (made.ok) return ok(await this.#keep({ conversation, ticket: deal.id, ...made.value }));
      // Nothing was built, so the attempt is refunded: the deal may be signed a moment later.
      this.#pace.giveBack(String(conversation));
      return made;
    });
  }

  async #keep(file: {
    readonly conversation: bigint;
    readonly ticket: bigint;
    readonly symbol: string;
    readonly body: string;
  }): Promise<string> {
    const { pool, now } = this.#deps;
    const known = await pool.query<{ id: string }>(
      'select e.id from chat_evidence e where e.conversation = $1 and e.ticket = $2 and e.body = $3',
      [file.conversation, file.ticket, file.body],
    );
    const id = known.rows[0]?.id ?? randomBytes(16).toString('hex');
    if (known.rows.length === 0) {
      await pool.query(
        `insert into chat_evidence (id, conversation, ticket, symbol, body, time_ms) values ($1, $2, $3, $4, $5, $6)`,
        [id, file.conversation, file.ticket, file.symbol, file.body, now()],
      );
    }
    return id;
  }
}

/** Returns the evidence file of the message with this client id, so that a retry sends the same file. */
export async function evidenceSentAs(
  pool: Pool,
  at: {
    readonly conversation: bigint;
    readonly sender: string;
    readonly clientId: string;
    readonly ticket: bigint;
  },
): Promise<string | undefined> {
  const found = await pool.query<{ evidence: string }>(
    `select m.evidence from chat_message m join chat_evidence e on e.id = m.evidence
      where m.conversation = $1 and m.sender = $2 and m.client_id = $3 and e.ticket = $4`,
    [at.conversation, at.sender, at.clientId, at.ticket],
  );
  return found.rows[0]?.evidence;
}

/** Returns undefined if the file belongs to a different conversation. */
export async function openEvidence(
  pool: Pool,
  at: { readonly conversation: bigint; readonly id: string },
): Promise<{ readonly name: string; readonly body: string } | undefined> {
  const found = await pool.query<{ ticket: string; body: string }>(
    'select e.ticket, e.body from chat_evidence e where e.id = $1 and e.conversation = $2',
    [at.id, at.conversation],
  );
  const row = found.rows[0];
  return row === undefined ? undefined : { name: `candor-evidence-${row.ticket}.json`, body: row.body };
}
