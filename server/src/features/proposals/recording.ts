/**
 * The parts of a proposal that command records contain: all but the reason's text and the customer's account, with pseudonyms
 * for operators.
 */
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { Pseudonym } from '../../commands/fields.ts';
import { keptOperator } from '../../operators/recording.ts';
import type { ProposalBody } from './bodies.ts';
import type { Bounds, ResultBooking } from './execution.ts';
import type { Deciding, Proposing } from './rules.ts';

/**
 * The bounds are not recorded, because terms are published and the rule that books results belongs to another feature.
 * Re-execution supplies both.
 */
type Kept<Input> = Omit<Input, 'bounds'> & {
  readonly jurisdictions: JurisdictionMode;
  /** Present if results can be booked. */
  readonly isEvidenceUsed?: boolean | undefined;
  readonly terms?: Bounds['terms'];
  readonly reporting?: Omit<ResultBooking, 'isUsed'>;
};

const keptBounds = ({ jurisdictions, results }: Bounds) => ({
  jurisdictions,
  isEvidenceUsed: results?.isUsed,
});

export const proposingRecording = {
  keep: ({ operator, body, reason, bounds }: Proposing, pseudonym: Pseudonym): Kept<Proposing> => ({
    ...{ body, account: null, ...keptBounds(bounds) },
    operator: keptOperator(operator, pseudonym),
    reason: pseudonym(reason),
  }),
  read: withBounds,
};

export const decidingRecording = {
  keep: (deciding: Deciding, pseudonym: Pseudonym): Kept<Deciding> => {
    const { operator, id, verdict, seen, body, proposer, bounds } = deciding;
    return {
      ...{ id, verdict, body, account: null, ...keptBounds(bounds) },
      operator: keptOperator(operator, pseudonym),
      proposer: pseudonym(proposer),
      // A text that differs from the proposal's body is free text sent by an operator, so it is pseudonymised.
      seen: seen === JSON.stringify(body) ? seen : pseudonym(seen),
    };
  },
  // The rule compares what the operator saw with the row, so the body to execute can be taken from `seen`.
  read: (kept: object): unknown => {
    const { seen, body } = kept as Kept<Deciding>;
    return withBounds({ ...kept, body: seen.startsWith('{') ? (JSON.parse(seen) as ProposalBody) : body });
  },
};

function withBounds(kept: object): unknown {
  const { terms, jurisdictions, reporting, isEvidenceUsed: isUsed, ...input } = kept as Kept<object>;
  const results = isUsed === undefined ? undefined : { ...reporting, isUsed };
  return { ...input, bounds: { terms, jurisdictions, results } };
}
