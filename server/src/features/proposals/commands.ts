/** Commands of proposals, each with the facts that it needs and the rule that decides it. */
import { command, of } from '../../commands/command.ts';
import type { Needs } from '../../commands/command.ts';
import { activeCreditNeed } from '../../identity/experience-credit.ts';
import { gateNeed } from '../../identity/gates.ts';
import { capitalStandingRow } from '../../liabilities/capital-out.ts';
import { capNeed } from '../../operators/caps.ts';
import { booksNeed } from '../../payments/books-pause.ts';
import { tieNeed } from '../../operators/conflicts-of-interest.ts';
import { promisedRow } from '../../positions/cover.ts';
import type { ProposalBody } from './bodies.ts';
import { decidingRecording, proposingRecording } from './recording.ts';
import { decideProposing, decideVerdict } from './rules.ts';
import type { Bounds } from './execution.ts';
import type { Deciding, Proposing } from './rules.ts';
import { proposals } from './tables.ts';

export const makeProposal = command({
  name: 'proposals.make',
  gather: ({ body, bounds }: Proposing) => needsOf(body, bounds),
  decide: decideProposing,
  recording: proposingRecording,
});

export const decideProposal = command({
  name: 'proposals.decide',
  gather: ({ body, id, bounds }: Deciding) => {
    const needs = needsOf(body, bounds);
    return { ...needs, rows: [...(needs.rows ?? []), { table: of(proposals), id }] };
  },
  decide: decideVerdict,
  recording: decidingRecording,
});

/**
 * Returns the facts needed to execute a proposal. For a proposal about a customer, these include the account's standing and
 * conflicts of interest.
 */
function needsOf(body: ProposalBody, { results }: Bounds): Needs {
  const customers = [tieNeed, gateNeed, capNeed];
  switch (body.kind) {
    case 'correction': {
      const { currency } = body;
      return { rows: customers, balances: [['spot', currency]], house: [['equity', currency]] };
    }
    case 'promotion':
      return {
        rows: customers,
        balances: [['promo', 'USDT']],
        house: [['promotions', 'USDT']],
        open: [activeCreditNeed],
      };
    case 'house_move': {
      const { from, to, currency } = body;
      return {
        rows: [promisedRow],
        house: [
          [from, currency],
          [to, currency],
        ],
      };
    }
    case 'house_capital': {
      const { currency } = body;
      return {
        rows: [promisedRow, capitalStandingRow, booksNeed],
        house: [
          ['equity', currency],
          ['custody', currency],
        ],
      };
    }
    case 'strategy_result':
      return results?.needs ?? {};
    case 'terms':
      return {};
  }
}
