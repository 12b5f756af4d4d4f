/**
 * Hands approved payments to the payment provider until each is acknowledged. The key is the same on every attempt, so a payment
 * acknowledged in a lost response stays one payment. A failed attempt says nothing about the payment: it keeps waiting, and
 * nothing is returned for it here. The provider itself reports the outcome, or an operator with a proof. Payments of an account
 * frozen or locked after approval are held back until it is released.
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
  /** Wall clock. */
  readonly now: () => number;
  readonly onError: (error: Error) => void;
  /** The timeout of one attempt. */
  readonly tryMs?: number;
};

/** What the provider receives; the amount is what should arrive. */
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

/** Sends due payments periodically until stopped. */
export function startPayoutSender(options: PayoutSenderOptions): Periodic {
  return every(POLL_MS, () => sendPayouts(options), options.onError);
}

/** One round: each due payment is attempted once. */
export async function sendPayouts(options: PayoutSenderOptions): Promise<void> {
  const { pool, now } = options;
  const found = await pool.query<{ book: string; id: string }>(
    `select p.book, p.id from payout p join withdrawal w on w.book = p.book and w.id = p.id and w.status = 'waiting'
        join customer c on c.id = p.book and c.status = 'active'
      where p.acknowledged_ms is null and p.next_try_ms <= $1 order by p.next_try_ms limit $2`,
    [now(), BATCH],
  );
  const handing: Promise<void>[] = [];
  for (const { book, id } of found.rows) {
    // Sequential, because each takes a connection; the slow requests to the provider run concurrently.
    const taken = await take(options, { book: BigInt(book), id: BigInt(id) });
    if (taken !== undefined) handing.push(hand(options, taken));
  }
  await Promise.all(handing);
}

/**
 * Claims a payment for one attempt under its customer's book lock. A payment settled meanwhile, or of an account frozen
 * meanwhile, isn't sent, and whoever settles it sees that an attempt is in flight.
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
        where p.book = $1 and p.id = $2 and w.status = 'waiting' and p.acknowledged_ms is null and p.next_try_ms <= $3`,
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
  // After such a delay somebody may already know that it wasn't paid; the next attempt checks again.
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

/** fetch's error only says that it failed; its cause says why. */
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
    // The token is for this address only, not for a redirect's target.
    redirect: 'error',
    signal: AbortSignal.timeout(tryMs),
  });
  // The response body isn't read and must not keep the connection open.
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the provider answered ${response.status}`);
}
