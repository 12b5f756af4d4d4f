/**
 * The evidence for a closed ticket as one file: the ticket, the tape's entries from the checkpoint before it to the checkpoint
 * after it, and the journals that moved its money. `verifier/` checks the file without access to the server.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import { readJournalsOf } from '../../ledger/statement.ts';
import { signedStretch } from '../../quotes/signed-stretch.ts';
import { hexOf } from '../../quotes/tape-views.ts';
import { ticketOf } from './store.ts';
import type { TicketRow } from './tables.ts';
import { ticketView } from './view.ts';

type Deps = { readonly pool: Pool; readonly publicKey: Uint8Array };
type Violation = 'trade_not_found' | 'order_state_wrong';

/**
 * Assembles the evidence for a customer's ticket. The outcome can't be proven while the ticket is open, nor until a signed
 * checkpoint follows it.
 */
export function optionEvidence({ pool, publicKey }: Deps) {
  return async (
    customer: bigint,
    { id }: { readonly id: bigint },
  ): Promise<Outcome<{ readonly symbol: string; readonly body: string }, Violation>> => {
    const ticket = await ticketOf(pool, { book: customer, id });
    if (ticket === undefined) return refuse('trade_not_found', { field: 'ticket' });
    if (ticket.status === 'open') return refuse('order_state_wrong', { field: 'ticket' });
    const { symbol } = ticket;
    const stretch = await signedStretch(pool, { symbol, ...(await usedBy(pool, ticket)) });
    if (stretch === undefined) return refuse('order_state_wrong', { field: 'ticket' });
    const file = {
      candor: 2,
      kind: 'ticket',
      ticket: ticketView(ticket),
      ...stretch,
      public_key: hexOf(publicKey),
      journals: await readJournalsOf(pool, { book: customer, ref: `option:${id}` }),
    };
    return ok({ symbol, body: JSON.stringify(file, null, 1) });
  };
}

/**
 * The entries that decide the outcome: up to the first one after the expiry, or up to the strike if the ticket became void there.
 */
async function usedBy(
  pool: Pool,
  { symbol, acceptedSeq, settleSeq, expiresMs, struckFromMs }: TicketRow,
): Promise<{ readonly first: bigint; readonly last: bigint }> {
  const found = await pool.query<{ seq: string }>(
    `select t.seq from tape t where t.symbol = $1 and t.seq > $2 and t.cause is distinct from 'reject'
       and case when $3::bigint is null then t.gap or least(t.time_ms, t.feed_time_ms) >= $4 else t.time_ms > $3 end
       order by t.seq limit 1`,
    [
      ...[symbol, settleSeq === null ? acceptedSeq : settleSeq - 1n],
      ...[settleSeq === null ? null : expiresMs, struckFromMs ?? 0],
    ],
  );
  return { first: acceptedSeq, last: BigInt(found.rows[0]?.seq ?? acceptedSeq + 1n) };
}
