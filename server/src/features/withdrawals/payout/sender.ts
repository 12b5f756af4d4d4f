/**
 * Hands approved payments over to the payment provider until it acknowledges each of them. Every attempt uses the same key, so a
 * payment is made only once even if its acknowledgement was lost. A failed attempt proves nothing about the payment, so the
 * sender never returns money. The outcome is reported by the provider, or with a proof by an operator. If the account is frozen
 * or locked after the approval, its payment waits until the account is released. While the guard has frozen payouts or
 * operators have stopped them, all payments wait.
 */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Connection, Pool } from '../../../db/pool.ts';
import { every } from '../../../db/periodic.ts';
import type { Periodic } from '../../../db/periodic.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { LATE_MS, pauseAfter, payoutKey, TRY_MS } from './rows.ts';

export type PayoutProvider = { readonly url: string; readonly token: string };

export type PayoutSenderOptions = {
  readonly pool: Pool;
  readonly provider: PayoutProvider;
  /** Wall clock, milliseconds. */
  readonly now: () => number;
  readonly onError: (error: Error) => void;
  /** The timeout of one attempt in milliseconds; `TRY_MS` by default. */
  readonly tryMs?: number;
};

/** The payment as sent to the provider. The amount is the one that the recipient should receive. */
type Payment = {
  readonly key: string;
  readonly currency: string;
  readonly network: string;
  readonly address: string;
  readonly amount: string;
};

type Place = { readonly book: bigint; readonly id: bigint };
type Taken = Place & { readonly attempt: number; readonly takenMs: number; readonly payment: Payment };

const POLL_MS = 1000;
const BATCH = 20;

export function startPayoutSender(options: PayoutSenderOptions): Periodic {
  return every(POLL_MS, () => sendPayouts(options), options.onError);
}

/** Runs one round: attempts each due payment once. */
export async function sendPayouts(options: PayoutSenderOptions): Promise<void> {
  const { pool, now } = options;
  const found = await pool.query<{ book: string; id: string }>(
    `select p.book, p.id from payout p join withdrawal w on w.book = p.book and w.id = p.id and w.status = 'waiting'
        join customer c on c.id = p.book and c.status = 'active'
      where p.acknowledged_ms is null and p.next_try_ms <= $1 and books_hold() and not payouts_are_stopped(0) order by p.next_try_ms limit $2`,
    [now(), BATCH],
  );
  const handing: Promise<void>[] = [];
  for (const { book, id } of found.rows) {
    // Payments are claimed one at a time, because each claim needs a connection. The slow requests to the provider run
    // concurrently.
    const taken = await take(options, { book: BigInt(book), id: BigInt(id) });
    if (taken !== undefined) handing.push(hand(options, taken));
  }
  await Promise.all(handing);
}

/**
 * Claims a payment for one attempt under the lock of the customer's book, unless the payment was settled or the account frozen in
 * the meantime. Settlements that are decided afterwards see that an attempt is in flight.
 */
async function take({ pool, now }: PayoutSenderOptions, { book, id }: Place): Promise<Taken | undefined> {
  return inTransaction(pool, async (connection: Connection) => {
    await connection.query('select from book where id = $1 for no key update', [book]);
    const nowMs = now();
    const found = await connection.query<{
      attempts: number;
      currency: string;
      network: string;
      address: string;
      arrives: string;
    }>(
      `select p.attempts, w.currency, w.network, w.address, (w.amount - w.fee)::text as arrives
        from payout p join withdrawal w on w.book = p.book and w.id = p.id
        join customer c on c.id = p.book and c.status = 'active'
        where p.book = $1 and p.id = $2 and w.status = 'waiting' and p.acknowledged_ms is null and p.next_try_ms <= $3
          and books_hold() and not payouts_are_stopped(0)`,
      [book, id, nowMs],
    );
    const row = found.rows[0];
    if (row === undefined) return undefined;
    const attempt = row.attempts + 1;
    await connection.query('update payout set attempts = $3, next_try_ms = $4 where book = $1 and id = $2', [
      book,
      id,
      attempt,
      nowMs + pauseAfter(attempt),
    ]);
    const { currency, network, address, arrives } = row;
    const amount = formatAmount(fromNumeric(arrives));
    return {
      ...{ book, id, attempt, takenMs: nowMs },
      payment: { key: payoutKey({ book, id }), currency, network, address, amount },
    };
  });
}

async function hand(
  options: PayoutSenderOptions,
  { book, id, attempt, takenMs, payment }: Taken,
): Promise<void> {
  const { pool, now, onError } = options;
  // After such a delay, an operator may already have settled the payment as failed. The next attempt checks this again.
  if (now() > takenMs + LATE_MS) return;
  try {
    await post(options, payment);
  } catch (error) {
    const trouble = troubleOf(error);
    await pool.query('update payout set trouble = $3 where book = $1 and id = $2', [
      book,
      id,
      trouble.slice(0, TROUBLE_CHARS_MAX),
    ]);
    onError(
      new Error(
        `payment ${payment.key} was not acknowledged by the provider (attempt ${attempt}, retrying)`,
        { cause: error },
      ),
    );
    return;
  }
  await pool.query('update payout set acknowledged_ms = $3, trouble = null where book = $1 and id = $2', [
    book,
    id,
    now(),
  ]);
}

const TROUBLE_CHARS_MAX = 200;

/** The message of an error thrown by `fetch` says only that the request failed, so the error's cause is added. */
function troubleOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

async function post(
  { provider: { url, token }, tryMs = TRY_MS }: PayoutSenderOptions,
  payment: Payment,
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': payment.key,
    },
    body: JSON.stringify(payment),
    // Redirects are not followed, because their target must not receive the token.
    redirect: 'error',
    signal: AbortSignal.timeout(tryMs),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the provider answered ${response.status}`);
}
