/** The row of a transfer, as the command executor writes it. */
import type { CallInput } from '@candor/protocol/calls.ts';
import { amount, bigint, key, text, whole } from '../../commands/fields.ts';
import { log } from '../../commands/table.ts';

type Request = CallInput<'POST wallet/transfer'>;

/** Transfers. The database requires each transfer to have a journal, and each such journal to have a transfer. */
export const transfers = log('transfer', {
  ...key,
  currency: text(),
  from: text<Request['from']>().as('from_account'),
  to: text<Request['to']>().as('to_account'),
  amount: amount(),
  /** Market clock, milliseconds. */
  timeMs: whole(),
  journalSeq: bigint(),
});
