/**
 * Six digits mailed to an address prove that it can be read: good for ten minutes, five tries and one use, and only the
 * newest of an address. Tries are counted in the database before the comparison, so that parallel guesses are counted
 * one by one and a restart forgives none.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Connection, Pool } from '../../db/pool.ts';
import { refuse } from '@candor/domain/outcome.ts';
import type { CallContext } from '../../http/handler.ts';
import { LIMITS } from '../../limits.ts';
import { deviceOrigin } from '../sessions/devices.ts';
import type { Guesses } from '../secrets/guesses.ts';
import { foldName } from '../names.ts';

const DAY_MS = 24 * 60 * 60_000;
const { mailCodeValidMs, mailCodeTriesMax, mailCodesDayMax } = LIMITS.attempts;

export type CodeAt = { readonly email: string; readonly nowMs: number };

export type NewCode = { readonly code: string } | { readonly waitSeconds: number };

/** Makes the new code of an address, or says how long to wait when it was sent enough of them today. */
export async function newEmailCode(db: Pool | Connection, at: CodeAt): Promise<NewCode> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const key = foldName(at.email);
  const made = await db.query(
    `insert into email_code as c (email_key, code_hash, expires_ms, day_start_ms, sent_in_day)
      values ($1, $2, $3, $4, 1)
      on conflict (email_key) do update set code_hash = excluded.code_hash, expires_ms = excluded.expires_ms,
        attempts = 0, used = false,
        day_start_ms = case when c.day_start_ms + $5 <= $4 then $4 else c.day_start_ms end,
        sent_in_day = case when c.day_start_ms + $5 <= $4 then 1 else c.sent_in_day + 1 end
      where c.day_start_ms + $5 <= $4 or c.sent_in_day < $6`,
    [key, codeHash(key, code), at.nowMs + mailCodeValidMs, at.nowMs, DAY_MS, mailCodesDayMax],
  );
  if (made.rowCount === 1) return { code };
  const day = await db.query<{ day_start_ms: string }>(
    'select day_start_ms from email_code where email_key = $1',
    [key],
  );
  const endsMs = Number(day.rows[0]?.day_start_ms ?? at.nowMs) + DAY_MS;
  return { waitSeconds: Math.max(1, Math.ceil((endsMs - at.nowMs) / 1000)) };
}

/** A code as somebody typed it. */
export type GivenCode = {
  readonly email: string;
  readonly code: string;
  /** Who has the address, 0n when nobody has: their own devices are counted apart from strangers. */
  readonly owner: bigint;
  readonly from: Pick<CallContext, 'device' | 'address' | 'agent'>;
  readonly nowMs: number;
};

/**
 * The refusal of a code that is not the right one now, or undefined. Besides the tries at one code the guesses at an
 * address are counted over all its codes, whether anybody has that address or not. Does not use the code up.
 */
export async function guessEmailCode(
  { pool, guesses }: { readonly pool: Pool; readonly guesses: Guesses },
  given: GivenCode,
) {
  const { owner, from, nowMs } = given;
  const at = {
    subject: `mail:${foldName(given.email)}`,
    kind: 'mailed_code',
    origin: await deviceOrigin(pool, { customer: owner, from }),
    nowMs,
  } as const;
  const wait = await guesses.take(at);
  if (wait !== undefined) return wait;
  if (await tryEmailCode(pool, given)) {
    await guesses.forgive(at);
    return undefined;
  }
  await guesses.miss(at, { customer: owner, agent: from.agent, address: from.address });
  return refuse('code_wrong', { field: 'code' });
}

/** Whether a code is the right one now. Counts the try; does not use the code up. */
async function tryEmailCode(db: Pool, at: CodeAt & { readonly code: string }): Promise<boolean> {
  const key = foldName(at.email);
  const tried = await db.query<{ code_hash: Buffer }>(
    `update email_code set attempts = attempts + 1
      where email_key = $1 and not used and attempts < $2 and expires_ms > $3 returning code_hash`,
    [key, mailCodeTriesMax, at.nowMs],
  );
  const stored = tried.rows[0]?.code_hash;
  return stored !== undefined && timingSafeEqual(stored, codeHash(key, at.code));
}

/** Uses a code up, in the transaction of what it allows; false when somebody else did, or a newer one was sent. */
export async function useEmailCode(
  db: Connection,
  at: { readonly email: string; readonly code: string },
): Promise<boolean> {
  const key = foldName(at.email);
  const used = await db.query(
    'update email_code set used = true where email_key = $1 and not used and code_hash = $2',
    [key, codeHash(key, at.code)],
  );
  return used.rowCount === 1;
}

function codeHash(emailKey: string, code: string): Buffer {
  return createHash('sha256').update(`${emailKey}\n${code}`).digest();
}
