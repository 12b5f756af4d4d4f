/** Payments that wait to be handed to the payment provider: each is written in the transaction that approved it. */
import { append } from '../../../commands/command.ts';
import type { Append } from '../../../commands/command.ts';
import { key, text, whole } from '../../../commands/fields.ts';
import { log, reckoned, view } from '../../../commands/table.ts';
import type { RowOf } from '../../../commands/table.ts';

/** What the provider knows a payment by, the same at every try, so that one that was handed over twice is one. */
export function payoutKey({ book, id }: { readonly book: bigint; readonly id: bigint }): string {
  return `w-${book}-${id}`;
}

/** Which withdrawal a provider speaks of; undefined when it is no key of ours. */
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

/** How far handing over has come, for a command to know; the sender alone writes it. */
export const payouts = view(
  'payout',
  { ...key, attempts: whole(), nextTryMs: whole(), acknowledgedMs: whole().orNull() },
  { openIf: { where: 't.acknowledged_ms is null', is: (row) => row.acknowledgedMs === null } },
);

export type PayoutRow = RowOf<typeof payouts>;

const FIRST_PAUSE_MS = 60_000;
const DOUBLINGS_MAX = 6;
/** How long one try may take; the pause after it is far longer. */
export const TRY_MS = 10_000;
/** What a process that was held up may be late by with a try that it has taken; later it does not send it any more. */
export const LATE_MS = 20_000;

/** How long after a try began the next one begins: a minute, then twice as long each time, up to about an hour. */
export function pauseAfter(attempts: number): number {
  return FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, DOUBLINGS_MAX);
}

/** Whether a try may be under way, so that nobody can know yet that the payment was not made. */
export function mayBeTrying({ attempts, nextTryMs }: PayoutRow, wallMs: number): boolean {
  return attempts > 0 && wallMs < nextTryMs - pauseAfter(attempts) + TRY_MS + LATE_MS;
}
