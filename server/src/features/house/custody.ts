/** Records what a bank or chain states as held in custody: an append-only row with its audit record. Moves no money. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { append, command } from '../../commands/command.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { amount, text, typed, whole } from '../../commands/fields.ts';
import { log } from '../../commands/table.ts';
import { recorded, subjectOf } from '../../operators/audit-log.ts';
import type { Operator } from '../../operators/operators.ts';

export type CustodyNote = {
  readonly operator: Operator;
  readonly currency: string;
  readonly source: string;
  readonly amount: Amount;
  /** The time to which the statement refers, by wall clock. */
  readonly asOfMs: number;
  /** Already verified; null if there is none. */
  readonly evidence: string | null;
};

const statements = log('custody_statement', {
  currency: text(),
  source: typed(),
  amount: amount(),
  asOfMs: whole(),
  notedMs: whole(),
  notedBy: text(),
  evidence: typed().orNull(),
});

export const noteCustody = command({
  name: 'house.note_custody',
  gather: (_: CustodyNote) => ({}),
  decide: decideNote,
});

/** A statement can't refer to the future. */
function decideNote(
  { operator, ...noted }: CustodyNote,
  facts: Facts,
): Decision<Record<string, never>, 'parameter_wrong'> {
  if (noted.asOfMs > facts.wallMs) {
    return refuse('parameter_wrong', { field: 'as_of', params: { field: 'as_of' } });
  }
  const { currency, source, asOfMs, evidence } = noted;
  const entry = {
    action: 'custody.note',
    subject: subjectOf(facts.book),
    before: {},
    after: {
      currency,
      source,
      amount: formatAmount(noted.amount),
      as_of: Math.floor(asOfMs / 1000),
      evidence,
    },
    reason: undefined,
  };
  return ok({
    answer: {},
    appends: [
      recorded(entry, { operator, wallMs: facts.wallMs }),
      append(statements, { ...noted, notedMs: facts.wallMs, notedBy: operator.account }),
    ],
  });
}
