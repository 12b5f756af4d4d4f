/**
 * The evidence of a ticket that has ended, as one file: the ticket, the entries of the tape from the checkpoint before it to the
 * one behind, and the journals that moved its money. `verifier/` judges it without the house.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import { readJournalsOf } from '../../ledger/statement.ts';
import { LIMITS } from '../../limits.ts';
import { checkpointsAround } from '../../quotes/checkpoints.ts';
import { readEntries } from '../../quotes/tape-store.ts';
import { ticketOf } from './store.ts';
import type { TicketRow } from './tables.ts';
import { ticketView } from './view.ts';

type Deps = { readonly pool: Pool; readonly publicKey: Uint8Array };
type Fault = 'trade_not_found' | 'order_state_wrong';

/** How much of a tape one file may hold; five minutes of a lively symbol are a few thousand entries. */
const ENTRIES_MAX = 40_000n;

/** Puts the file of a customer's ticket together. One that is open proves nothing yet, nor does one not signed behind. */
export function optionEvidence({ pool, publicKey }: Deps) {
  return async (
    customer: bigint,
    id: bigint,
  ): Promise<Outcome<{ readonly symbol: string; readonly body: string }, Fault>> => {
    const ticket = await ticketOf(pool, { book: customer, id });
    if (ticket === undefined) return refuse('trade_not_found', { field: 'ticket' });
    if (ticket.status === 'open') return refuse('order_state_wrong', { field: 'ticket' });
    const { symbol } = ticket;
    const { first, last } = await usedBy(pool, ticket);
    const { before, after } = await checkpointsAround(pool, { symbol, first, last });
    if (after === undefined) return refuse('order_state_wrong', { field: 'ticket' });
    const from = startOf(first, before?.seq);
    if (after.seq - from >= ENTRIES_MAX) return refuse('order_state_wrong', { field: 'ticket' });
    const entries = await entriesBetween(pool, { symbol, from, to: after.seq });
    const signed = before === undefined || before.seq === after.seq ? [after] : [before, after];
    const file = {
      candor: 1,
      kind: 'ticket',
      ticket: ticketView(ticket),
      entries: entries.map(entryView),
      checkpoints: signed.map((one) => ({
        seq: Number(one.seq),
        hash: hex(one.hash),
        time: Math.floor(one.timeMs / 1000),
        public_key: hex(one.publicKey),
        signature: hex(one.signature),
      })),
      public_key: hex(publicKey),
      journals: await readJournalsOf(pool, { book: customer, ref: `option:${id}` }),
    };
    return ok({ symbol, body: JSON.stringify(file, null, 1) });
  };
}

/** A hash has to stand in front of the first entry used, so it begins one before it at the latest. */
function startOf(first: bigint, signed: bigint | undefined): bigint {
  const before = first - 1n;
  if (signed === undefined || before < 1n) return 1n;
  return signed < before ? signed : before;
}

/** The entries that the outcome rests on; what is void by a gap at expiry names no exit, and is looked up. */
async function usedBy(
  pool: Pool,
  { symbol, acceptedSeq, settleSeq, reason, expiresMs }: TicketRow,
): Promise<{ readonly first: bigint; readonly last: bigint }> {
  const strikeSeq = acceptedSeq + 1n;
  if (settleSeq !== null) return { first: acceptedSeq, last: settleSeq + 1n };
  if (reason !== 'gap_expiry') return { first: acceptedSeq, last: strikeSeq };
  const found = await pool.query<{ seq: string }>(
    'select t.seq from tape t where t.symbol = $1 and t.seq > $2 and t.time_ms > $3 order by t.seq limit 1',
    [symbol, strikeSeq, expiresMs],
  );
  return { first: acceptedSeq, last: BigInt(found.rows[0]?.seq ?? strikeSeq) };
}

type Hashed = TapeEntry & { readonly hash: Uint8Array };

async function entriesBetween(
  pool: Pool,
  range: { readonly symbol: string; readonly from: bigint; readonly to: bigint },
): Promise<Hashed[]> {
  const all: Hashed[] = [];
  for (let fromSeq = range.from; fromSeq <= range.to; fromSeq = range.from + BigInt(all.length)) {
    const limit = Math.min(LIMITS.market.tapeEntriesMax, Number(range.to - fromSeq) + 1);
    // One page after the other: of many at once none should have all connections.
    // oxlint-disable-next-line no-await-in-loop
    const page = await readEntries(pool, { symbol: range.symbol, fromSeq, limit });
    if (page.length === 0) break;
    all.push(...page);
  }
  return all;
}

/** As `GET tape` answers it. */
function entryView(entry: Hashed) {
  return {
    seq: Number(entry.seq),
    time_ms: entry.timeMs,
    bid: formatAmount(entry.bid),
    ask: formatAmount(entry.ask),
    last: formatAmount(entry.last),
    volume: formatAmount(entry.volume),
    feed_time_ms: entry.feedTimeMs,
    gap: entry.gap === true,
    hash: hex(entry.hash),
  };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
