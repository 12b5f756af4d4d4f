/** Payments in the outbox for the payment provider. Each is written in the transaction that approved it. */
import { append } from '../../../commands/command.ts';
import type { Append } from '../../../commands/command.ts';
import { key, text, whole } from '../../../commands/fields.ts';
import { log, reckoned, view } from '../../../commands/table.ts';
import type { RowOf } from '../../../commands/table.ts';

/** The provider's key for a payment. It is the same on every attempt, so that repeated handovers remain one payment. */
export function payoutKey({ book, id }: { readonly book: bigint; readonly id: bigint }): string {
  return `w-${book}-${id}`;
}

/** Returns the withdrawal that a provider's key belongs to; undefined if it isn't one of our keys. */
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

/** Puts a payment into the outbox with the effects of a command. */
export function payoutQueued(approved: Approved): Append {
  return append(outbox, approved);
}

/** The state of the handover as a fact for commands. Only the sender writes it. */
export const payouts = view(
  'payout',
  { ...key, attempts: whole(), nextTryMs: whole(), acknowledgedMs: whole().orNull() },
  { openIf: { where: 't.acknowledged_ms is null', is: (row) => row.acknowledgedMs === null } },
);

export type PayoutRow = RowOf<typeof payouts>;

const FIRST_PAUSE_MS = 60_000;
const DOUBLINGS_MAX = 6;
/** The timeout of one attempt, far shorter than the pause after it. */
export const TRY_MS = 10_000;
/** The maximum delay between claiming an attempt and sending it. A process delayed any longer skips the attempt. */
export const LATE_MS = 20_000;

/** The interval between the starts of two attempts: a minute, doubled each time, up to about an hour. */
export function pauseAfter(attempts: number): number {
  return FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, DOUBLINGS_MAX);
}

/** Whether an attempt may be in flight, so that nobody can be certain yet that the payment wasn't made. */
export function mayBeTrying({ attempts, nextTryMs }: PayoutRow, wallMs: number): boolean {
  return attempts > 0 && wallMs < nextTryMs - pauseAfter(attempts) + TRY_MS + LATE_MS;
}
