/**
 * The evidence of a deal as a file that anybody can check without the house. What it says comes from whoever knows deals,
 * tape and ledger; here it is kept as it was on the day, and given to the conversation's two sides.
 */
import { randomBytes } from 'node:crypto';
import { refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';

export type Evidence = { readonly symbol: string; readonly body: string };
/** A deal by its number; of one that was filled several times, which fill. */
export type Deal = { readonly id: bigint; readonly fill?: number | undefined };
/** Puts the file of a customer's deal together, or says why there is none. */
export type EvidenceOf = (
  customer: bigint,
  deal: Deal,
) => Promise<Outcome<Evidence, 'trade_not_found' | 'order_state_wrong'>>;

/** Numbers are unique over all kinds of deals, so whoever knows it is asked by asking all. */
export function firstThatKnows(sources: readonly EvidenceOf[]): EvidenceOf {
  return async (customer, deal) => {
    let answer = refuse('trade_not_found', { field: 'ticket' }) as Awaited<ReturnType<EvidenceOf>>;
    for (const source of sources) {
      // oxlint-disable-next-line no-await-in-loop
      answer = await source(customer, deal);
      if (answer.ok || answer.refusal.code !== 'trade_not_found') return answer;
    }
    return answer;
  };
}

export async function keepEvidence(
  pool: Pool,
  at: { readonly conversation: bigint; readonly ticket: bigint; readonly nowMs: number } & Evidence,
): Promise<string> {
  const id = randomBytes(16).toString('hex');
  await pool.query(
    `insert into chat_evidence (id, conversation, ticket, symbol, body, time_ms) values ($1, $2, $3, $4, $5, $6)`,
    [id, at.conversation, at.ticket, at.symbol, at.body, at.nowMs],
  );
  return id;
}

/** The evidence that was sent under this name already; a repeated call sends the same file. */
export async function evidenceSentAs(
  pool: Pool,
  at: { readonly conversation: bigint; readonly sender: string; readonly clientId: string },
): Promise<string | undefined> {
  const found = await pool.query<{ evidence: string | null }>(
    'select m.evidence from chat_message m where m.conversation = $1 and m.sender = $2 and m.client_id = $3',
    [at.conversation, at.sender, at.clientId],
  );
  return found.rows[0]?.evidence ?? undefined;
}

/** A file of this conversation; undefined for any other's. */
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
