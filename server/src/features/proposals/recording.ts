/**
 * How records keep proposals: without the reason's text and the customer's account, with pseudonyms of operators. The report of a
 * strategy's result is left out, because the rule that books it belongs to another feature.
 */
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { Pseudonym } from '../../commands/fields.ts';
import { keptOperator } from '../../operators/recording.ts';
import type { ProposalBody } from './bodies.ts';
import type { Bounds } from './execution.ts';
import type { Deciding, Proposing } from './rules.ts';

/** The terms are published, so whoever decides again supplies them. */
type Kept<Input> = Omit<Input, 'bounds'> & {
  readonly jurisdictions: JurisdictionMode;
  readonly terms?: Bounds['terms'];
};

export const proposingRecording = {
  keep: (
    { operator, body, reason, bounds }: Proposing,
    pseudonym: Pseudonym,
  ): Kept<Proposing> | undefined => {
    if (body.kind === 'strategy_result') return undefined;
    return {
      ...{ body, jurisdictions: bounds.jurisdictions, account: null },
      operator: keptOperator(operator, pseudonym),
      reason: pseudonym(reason),
    };
  },
  read: withBounds,
};

export const decidingRecording = {
  keep: (deciding: Deciding, pseudonym: Pseudonym): Kept<Deciding> | undefined => {
    const { operator, id, verdict, seen, body, proposer, bounds } = deciding;
    if (body.kind === 'strategy_result') return undefined;
    return {
      ...{ id, verdict, body, jurisdictions: bounds.jurisdictions, account: null },
      operator: keptOperator(operator, pseudonym),
      proposer: pseudonym(proposer),
      // Another text than the proposal's is anything that an operator sent.
      seen: seen === JSON.stringify(body) ? seen : pseudonym(seen),
    };
  },
  // The rule compares what the operator saw with the row, so what is carried out is taken from there.
  read: (kept: object): unknown => {
    const { seen, body } = kept as Kept<Deciding>;
    return withBounds({ ...kept, body: seen.startsWith('{') ? (JSON.parse(seen) as ProposalBody) : body });
  },
};

function withBounds(kept: object): unknown {
  const { terms, jurisdictions, ...input } = kept as Kept<object>;
  return { ...input, bounds: { terms, jurisdictions } };
}

/** The evidence of a result is anything that an operator typed. */
export function concealedBody(body: string, pseudonym: Pseudonym): string {
  const read = JSON.parse(body) as ProposalBody;
  return read.kind === 'strategy_result'
    ? JSON.stringify({ ...read, evidence: pseudonym(read.evidence) })
    : body;
}
