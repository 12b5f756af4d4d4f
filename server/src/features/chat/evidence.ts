/**
 * The evidence of a deal as a file that anybody can check without the house. What it says comes from whoever knows deals,
 * tape and ledger; here it is kept as it was on the day, and given to the conversation's two sides.
 */
import { randomBytes } from 'node:crypto';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';

export type Evidence = { readonly symbol: string; readonly body: string };
/** Puts the file of a customer's ticket together, or says why there is none. */
export type EvidenceOf = (
  customer: bigint,
  ticket: bigint,
) => Promise<Outcome<Evidence, 'trade_not_found' | 'order_state_wrong'>>;

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
