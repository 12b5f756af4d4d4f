/** Payments in the outbox for the payment provider. Each payment is inserted by the transaction that approves the withdrawal. */
import { append } from '../../../commands/command.ts';
import type { Append } from '../../../commands/command.ts';
import { key, text, whole } from '../../../commands/fields.ts';
import { log, reckoned, view } from '../../../commands/table.ts';
import type { RowOf } from '../../../commands/table.ts';

/** The key that identifies a payment to the provider. Every attempt uses the same key, so that the provider pays only once. */
export function payoutKey({ book, id }: { readonly book: bigint; readonly id: bigint }): string {
  return `w-${book}-${id}`;
}

/** Parses a payment's key. Returns undefined if it is malformed. */
export function readPayoutKey(written: string): { book: bigint; id: bigint } | undefined {
  const [, book, id] = /^w-(\d{1,18})-(\d{1,18})$/.exec(written) ?? [];
  return book === undefined || id === undefined ? undefined : { book: BigInt(book), id: BigInt(id) };
}

const outbox = log(
  'payout',
  { ...key, createdMs: whole() },
  {
    beside: [
      reckoned('key', text(), payoutKey),
      reckoned('next_try_ms', whole(), ({ createdMs }) => createdMs),
    ],
  },
);

type Approved = RowOf<typeof outbox>;

export function payoutQueued(approved: Approved): Append {
  return append(outbox, approved);
}

/** The state of a handover, as a fact for commands. Only the sender changes it. */
export const payouts = view(
  'payout',
  { ...key, attempts: whole(), nextTryMs: whole(), acknowledgedMs: whole().orNull() },
  { openIf: { where: 't.acknowledged_ms is null', is: (row) => row.acknowledgedMs === null } },
);

export type PayoutRow = RowOf<typeof payouts>;

const FIRST_PAUSE_MS = 60_000;
const DOUBLINGS_MAX = 6;
/** The timeout of an attempt in milliseconds. It is far shorter than the pause that follows. */
export const TRY_MS = 10_000;
/** The maximum time in milliseconds between claiming a payment and sending it. A process that takes longer skips the attempt. */
export const LATE_MS = 20_000;

/**
 * Returns the interval between the starts of two attempts in milliseconds: a minute, doubled with each attempt up to about an
 * hour.
 */
export function pauseAfter(attempts: number): number {
  return FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, DOUBLINGS_MAX);
}

/** Whether an attempt may be in flight. If so, nobody can be certain that no payment is made. */
export function mayBeTrying({ attempts, nextTryMs }: PayoutRow, wallMs: number): boolean {
  return attempts > 0 && wallMs < nextTryMs - pauseAfter(attempts) + TRY_MS + LATE_MS;
}
