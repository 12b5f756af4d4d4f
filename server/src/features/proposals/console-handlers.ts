/** Handlers of operators' calls under dual approval: listing, making and deciding proposals. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConsoleHandlers } from '../../calls/console-handler.ts';
import { LIMITS } from '../../limits.ts';
import type { SubmitAct } from '../../operators/submit-act.ts';
import type { Terms } from '../../terms/terms.ts';
import { bookOf, readBody } from './bodies.ts';
import type { ProposalBody } from './bodies.ts';
import { decideProposal, makeProposal } from './commands.ts';
import type { Bounds, ResultBooking } from './execution.ts';
import { proposalView } from './rules.ts';
import { accountOf, fixedOf, listProposals } from './store.ts';
import type { ProposalPlace } from './store.ts';

export type Reporting = Omit<ResultBooking, 'isUsed'> & {
  readonly isEvidenceUsed: (pool: Pick<Pool, 'query'>, evidence: string) => Promise<boolean>;
};

type ProposalsDeps = {
  readonly pool: Pool;
  readonly submitAct: SubmitAct;
  readonly terms: Terms;
  readonly instruments: ReadonlyMap<string, ContractInstrument>;
  readonly currencies: readonly string[];
  readonly jurisdictions: JurisdictionMode;
  /** Books the result of a strategy that isn't simulated. */
  readonly results?: Reporting;
};

type ProposalsCall = 'GET proposals' | 'POST propose' | 'POST proposal_decide';

export function proposalsConsoleHandlers(deps: ProposalsDeps): Pick<ConsoleHandlers, ProposalsCall> {
  const { pool, submitAct, terms, jurisdictions, results } = deps;
  const boundsOf = async (body: ProposalBody): Promise<Bounds> => {
    if (body.kind !== 'strategy_result' || results === undefined) return { terms, jurisdictions };
    const isUsed = await results.isEvidenceUsed(pool, body.evidence);
    return { terms, jurisdictions, results: { ...results, isUsed } };
  };
  return {
    'GET proposals': async ({ status, cursor, limit }) => {
      const after = cursor === undefined ? undefined : placeOf(cursor);
      if (after === null) return refuse('parameter_wrong', { field: 'cursor', params: { field: 'cursor' } });
      const shown = Math.min(limit ?? LIMITS.http.pageRowsUsual, LIMITS.http.pageRowsMax);
      const found = await listProposals(pool, { status, after, limit: shown + 1 });
      const items = found.slice(0, shown);
      const last = items.at(-1)?.row;
      return ok({
        items: items.map(({ row, account }) => proposalView(row, account)),
        next: found.length > shown && last !== undefined ? `${last.proposedMs}-${last.id}` : null,
      });
    },

    'POST propose': async (input, context) => {
      const read = readBody(input.proposal, deps);
      if (!read.ok) return read;
      const book = bookOf(read.value);
      const account = book === 0n ? null : await accountOf(pool, book);
      const ofCustomer = read.value.kind === 'correction' || read.value.kind === 'promotion';
      if (account === undefined || (ofCustomer && book === 0n)) {
        return refuse('user_not_found', { field: 'customer' });
      }
      const { operator } = context;
      const bounds = await boundsOf(read.value);
      const proposing = { operator, body: read.value, reason: input.reason, bounds, account };
      return submitAct({ command: makeProposal, input: proposing, book, body: input, context });
    },

    'POST proposal_decide': async (input, context) => {
      const at = { book: BigInt(input.customer), id: BigInt(input.id) };
      const fixed = await fixedOf(pool, at);
      if (fixed === undefined) return refuse('not_found', { field: 'id' });
      const { operator } = context;
      const { verdict, body: seen } = input;
      const bounds = await boundsOf(fixed.body);
      const deciding = { ...fixed, operator, id: at.id, verdict, seen, bounds };
      return submitAct({ command: decideProposal, input: deciding, book: at.book, body: input, context });
    },
  };
}

function placeOf(cursor: string): ProposalPlace | null {
  const match = /^(\d{1,15})-(\d{1,18})$/.exec(cursor);
  return match === null ? null : { proposedMs: BigInt(match[1] as string), id: BigInt(match[2] as string) };
}
