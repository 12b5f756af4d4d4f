/** Reads and writes the rows of sessions. */
import type { Connection, Pool } from '../../db/pool.ts';

export type CustomerStatus = 'active' | 'frozen' | 'locked' | 'closed';

export type Session = {
  readonly id: bigint;
  readonly customer: bigint;
  readonly status: CustomerStatus;
  readonly expiresMs: number;
  /**
   * Proves to the database that this session makes the call. The proof is not stored, so it exists only where the token is known.
   */
  readonly proof?: Buffer;
};

type Raw = { id: string; customer: string; status: CustomerStatus; expires_ms: string };

const read = (raw: Raw): Session => ({
  id: BigInt(raw.id),
  customer: BigInt(raw.customer),
  status: raw.status,
  expiresMs: Number(raw.expires_ms),
});

const COLUMNS = 's.id, s.customer, s.expires_ms, c.status';

/** A session that has been unused for longer than `idleMs` has expired. */
type Idle = { readonly nowMs: number; readonly idleMs: number };

export async function findSession(
  db: Pool,
  at: Idle & { readonly tokenHash: Buffer },
): Promise<Session | undefined> {
  const found = await db.query<Raw>({
    name: 'session_find',
    text: `select ${COLUMNS} from session s join customer c on c.id = s.customer
      where s.token_hash = $1 and s.revoked_ms is null and s.expires_ms > $2 and s.seen_ms > $3`,
    values: [at.tokenHash, at.nowMs, at.nowMs - at.idleMs],
  });
  const raw = found.rows[0];
  return raw === undefined ? undefined : read(raw);
}

/** Returns those of the given sessions that are still valid, and records that they were used. */
export async function recheckSessions(
  db: Pool,
  at: Idle & { readonly sessions: readonly Session[]; readonly seenEveryMs: number },
): Promise<Map<bigint, Session>> {
  const keys = [at.sessions.map((session) => session.customer), at.sessions.map((session) => session.id)];
  const good = 's.revoked_ms is null and s.expires_ms > $3 and s.seen_ms > $4';
  const found = await db.query<Raw>({
    name: 'session_recheck',
    text: `select ${COLUMNS} from unnest($1::bigint[], $2::bigint[]) as u (customer, id)
      join session s on s.customer = u.customer and s.id = u.id join customer c on c.id = s.customer
      where ${good}`,
    values: [...keys, at.nowMs, at.nowMs - at.idleMs],
  });
  await db.query({
    name: 'session_seen',
    text: `update session s set seen_ms = $3 from unnest($1::bigint[], $2::bigint[]) as u (customer, id)
      where s.customer = u.customer and s.id = u.id and ${good} and s.seen_ms < $5`,
    values: [...keys, at.nowMs, at.nowMs - at.idleMs, at.nowMs - at.seenEveryMs],
  });
  return new Map(found.rows.map((raw) => [BigInt(raw.id), read(raw)]));
}

/** A session as shown to its customer. */
export type ListedSession = {
  readonly id: bigint;
  readonly agent: string;
  readonly address: string;
  readonly createdMs: number;
  readonly seenMs: number;
};

/** Returns the customer's sessions, the most recently used one first. */
export async function sessionsOf(
  db: Pool,
  at: Idle & { readonly customer: bigint },
): Promise<ListedSession[]> {
  const found = await db.query<{
    id: string;
    agent: string;
    address: string;
    created_ms: string;
    seen_ms: string;
  }>(
    `select s.id, s.agent, s.address, s.created_ms, s.seen_ms from session s
      where s.customer = $1 and s.revoked_ms is null and s.expires_ms > $2 and s.seen_ms > $3
      order by s.seen_ms desc, s.id desc`,
    [at.customer, at.nowMs, at.nowMs - at.idleMs],
  );
  return found.rows.map((raw) => ({
    id: BigInt(raw.id),
    agent: raw.agent,
    address: raw.address,
    createdMs: Number(raw.created_ms),
    seenMs: Number(raw.seen_ms),
  }));
}

export type NewSession = {
  readonly customer: bigint;
  readonly tokenHash: Buffer;
  readonly proofHash: Buffer;
  readonly nowMs: number;
  readonly expiresMs: number;
  readonly agent: string;
  readonly address: string;
  /** Undefined if the device is unknown. */
  readonly device: Buffer | undefined;
};

export async function insertSession(db: Pool | Connection, session: NewSession): Promise<void> {
  await db.query(
    `insert into session (customer, token_hash, created_ms, seen_ms, expires_ms, agent, address, device, proof_hash)
      values ($1, $2, $3, $3, $4, $5, $6, $7, $8)`,
    [
      session.customer,
      session.tokenHash,
      session.nowMs,
      session.expiresMs,
      session.agent.slice(0, 200),
      session.address,
      session.device ?? null,
      session.proofHash,
    ],
  );
}

/** Closes all but a customer's newest sessions, and returns the closed ones. */
export async function endOldest(
  db: Pool | Connection,
  at: { customer: bigint; keep: number; nowMs: number },
): Promise<bigint[]> {
  const ended = await db.query<{ id: string }>(
    `update session set revoked_ms = $3 where customer = $1 and revoked_ms is null and id not in
      (select id from session where customer = $1 and revoked_ms is null order by id desc limit $2) returning id`,
    [at.customer, at.keep, at.nowMs],
  );
  return ended.rows.map((row) => BigInt(row.id));
}

/** Closes one of a customer's sessions, all of them, or all but one, and returns the closed ones. */
export async function endSessions(
  db: Pool | Connection,
  at: { customer: bigint; only?: bigint; except?: bigint; nowMs: number },
): Promise<bigint[]> {
  const ended = await db.query<{ id: string }>(
    `update session set revoked_ms = $4 where customer = $1 and revoked_ms is null
      and ($2::bigint is null or id = $2) and ($3::bigint is null or id <> $3) returning id`,
    [at.customer, at.only ?? null, at.except ?? null, at.nowMs],
  );
  return ended.rows.map((row) => BigInt(row.id));
}
