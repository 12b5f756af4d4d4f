/** Records an account's security events, which its owner can read. Rows are only inserted. */
import type { securityEventKinds } from '@candor/protocol/security/schemas.ts';
import { append } from '../commands/command.ts';
import type { Append } from '../commands/command.ts';
import { bigint, text, typed, whole } from '../commands/fields.ts';
import { log } from '../commands/table.ts';
import type { RowOf } from '../commands/table.ts';
import type { Connection, Pool } from '../db/pool.ts';

export type SecurityEventKind = (typeof securityEventKinds)[number];

export type SecurityEvent = {
  readonly id: bigint;
  readonly kind: SecurityEventKind;
  readonly timeMs: number;
  readonly agent: string;
  readonly address: string;
};

/** A browser may send a user agent of any length, so it is truncated. */
const AGENT_CHARS_MAX = 200;

const events = log('security_event', {
  customer: bigint(),
  kind: text<SecurityEventKind>(),
  nowMs: whole().as('time_ms'),
  agent: typed(),
  address: text(),
});

type Happened = RowOf<typeof events>;

/** Returns the effect by which a command records the event. */
export function eventNoted(event: Happened): Append {
  return append(events, { ...event, agent: event.agent.slice(0, AGENT_CHARS_MAX) });
}

/**
 * Records the event in the transaction of `db` or in a separate one. If an operator caused the event, it has no user agent and no
 * address.
 */
export async function noteEvent(db: Pool | Connection, event: Happened): Promise<void> {
  await db.query(
    'insert into security_event (customer, kind, time_ms, agent, address) values ($1, $2, $3, $4, $5)',
    [event.customer, event.kind, event.nowMs, event.agent.slice(0, AGENT_CHARS_MAX), event.address],
  );
}

type Raw = { id: string; kind: SecurityEventKind; time_ms: string; agent: string; address: string };

/** Returns events, newest first, optionally only those with a number below the given one. */
export async function securityEvents(
  db: Pool,
  at: { readonly customer: bigint; readonly before: bigint | undefined; readonly limit: number },
): Promise<SecurityEvent[]> {
  const found = await db.query<Raw>(
    `select e.id, e.kind, e.time_ms, e.agent, e.address from security_event e
      where e.customer = $1 and ($2::bigint is null or e.id < $2) order by e.id desc limit $3`,
    [at.customer, at.before ?? null, at.limit],
  );
  return found.rows.map((raw) => ({
    id: BigInt(raw.id),
    kind: raw.kind,
    timeMs: Number(raw.time_ms),
    agent: raw.agent,
    address: raw.address,
  }));
}
