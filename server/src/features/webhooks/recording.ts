/** Records the outcome of an attempt, and decides what happens next. */
import type { Pool } from '../../db/pool.ts';
import type { Due } from './deliveries.ts';
import { limits } from './limits.ts';
import { pauseMs } from './schedule.ts';
import type { Attempt } from './sending.ts';

type Next =
  | { readonly status: 'waiting'; readonly nextMs: number }
  | { readonly status: 'delivered' | 'failed' | 'gone' };

export type Made = { readonly made: Attempt; readonly random: number; readonly nowMs: number };

/** Any 2xx is a success. 410 means that the receiver is gone. Anything else is retried until the last attempt. */
export function nextOf(tries: number, { made: { status }, random, nowMs }: Made): Next {
  if (status !== null && status >= 200 && status < 300) return { status: 'delivered' };
  if (status === 410) return { status: 'gone' };
  const pause = pauseMs(tries, random);
  return pause === undefined ? { status: 'failed' } : { status: 'waiting', nextMs: nowMs + pause };
}

/** Has no effect on a delivery that was stopped in the meantime. */
export async function recordAttempt(db: Pick<Pool, 'query'>, due: Due, made: Made): Promise<void> {
  const next = nextOf(due.tries + 1, made);
  await db.query(
    `update webhook_delivery d set tries = d.tries + 1, status = $3, next_try_ms = coalesce($4, d.next_try_ms), taken_until_ms = null,
        ended_ms = case when $3 = 'waiting' then null else $5::bigint end,
        attempts = (case when jsonb_array_length(d.attempts) >= $7 then d.attempts - 0 else d.attempts end) || $6::jsonb
      where d.book = $1 and d.id = $2 and d.status = 'waiting'`,
    [
      ...[due.book, due.id, next.status, next.status === 'waiting' ? next.nextMs : null],
      ...[made.nowMs, JSON.stringify([made.made]), limits.attemptsKept],
    ],
  );
}
