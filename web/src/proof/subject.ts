/** The subject of a verification: a ticket or a fill, in the wire format. */
import type { Stretch } from '@candor/verifier/beside.ts';
import type { Bundle } from '@candor/verifier/bundle.ts';
import type { Fill } from '@candor/verifier/fill.ts';
import type { Ticket } from '@candor/verifier/ticket.ts';
import type { Gathered } from './evidence.ts';

export type FillSubject = {
  readonly kind: 'fill';
  readonly fill: Fill;
  /**
   * The trade that the customer's order opened or closed, as `order-records.ts` names it; absent if none of the customer's orders
   * did.
   */
  readonly trade?: string;
};
export type Subject =
  | { readonly kind: 'ticket'; readonly ticket: Ticket & { readonly id: string } }
  | FillSubject;

export function symbolOf(subject: Subject): string {
  return subject.kind === 'ticket' ? subject.ticket.symbol : subject.fill.symbol;
}

/** Returns the trade. This device may have a receipt of its order. */
export function tradeOf(subject: Subject): string | undefined {
  return subject.kind === 'ticket' ? `option ${subject.ticket.id}` : subject.trade;
}

/**
 * The evidence file: all data needed for a verdict, which the verifier's script can check without the platform.
 * @param seenSeq the newest entry that this device had seen when it sent the order, if known.
 */
export function bundleOf(
  subject: Subject,
  {
    entries,
    checkpoints,
    publicKey,
    beside = [],
  }: Pick<Gathered, 'entries' | 'checkpoints' | 'publicKey'> & { readonly beside?: readonly Stretch[] },
  seenSeq?: number,
): Bundle {
  const record = { entries, checkpoints, public_key: publicKey };
  const seen = seenSeq === undefined ? {} : { seen_seq: seenSeq };
  return subject.kind === 'ticket'
    ? { candor: 2, kind: 'ticket', ticket: subject.ticket, ...seen, ...record }
    : { candor: 2, kind: 'fill', fill: subject.fill, beside, ...record };
}

/** The name of the file, such as "candor-BTC-USDT-ticket-1204.json". */
export function bundleName(subject: Subject): string {
  const number = subject.kind === 'ticket' ? subject.ticket.id : subject.fill.tape_seq;
  return `candor-${symbolOf(subject).replace('/', '-')}-${subject.kind}-${number}.json`;
}
