/**
 * Parses proposals, and writes them in one canonical form because the approver approves exactly these bytes. A stored body never
 * changes, so a body read before the book is locked is still valid once it is.
 */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { formatAmount, parseAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { ConsoleInput } from '@candor/protocol/console/console-calls.ts';
import type { Terms } from '../../terms/terms.ts';
import { termsViolation, writtenTerms } from './terms-bodies.ts';

export type ProposalBody = ConsoleInput<'POST propose'>['proposal'];
export type MoneyBody = Exclude<ProposalBody, { kind: 'terms' }>;

export type BodiesDeps = {
  readonly terms: Pick<Terms, 'usual'>;
  readonly instruments: ReadonlyMap<string, ContractInstrument>;
  readonly currencies: readonly string[];
};

/** Parses a request into the stored form, or returns a refusal that names the invalid field. Balances aren't checked here. */
export function readBody(
  given: ProposalBody,
  { terms, instruments, currencies }: BodiesDeps,
): Outcome<ProposalBody, 'currency_invalid' | 'amount_wrong' | 'parameter_wrong' | 'not_found'> {
  if (given.kind === 'terms') {
    const usual = terms.usual(given.subject);
    if (usual === undefined) return refuse('not_found', { field: 'subject' });
    const body = writtenTerms(given.body, usual);
    const instrument = instruments.get(given.subject.slice(given.subject.indexOf(':') + 1));
    return termsViolation(given.subject, { body, usual, instrument }) ?? ok({ ...given, body });
  }
  if (given.kind === 'strategy_result' && !isDay(given.day)) {
    return refuse('parameter_wrong', { field: 'day', params: { field: 'day' } });
  }
  if ('currency' in given && !currencies.includes(given.currency)) {
    return refuse('currency_invalid', { field: 'currency' });
  }
  if (given.kind === 'house_move' && given.from === given.to) {
    return refuse('parameter_wrong', { field: 'to', params: { field: 'to' } });
  }
  const moved = parseAmount(given.amount);
  if (moved === undefined || moved === 0n) return refuse('amount_wrong', { field: 'amount' });
  return ok({ ...given, amount: formatAmount(moved) });
}

function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

/** Returns the book that a proposal concerns: the customer's, or 0 for the house. */
export function bookOf(body: ProposalBody): bigint {
  return body.kind === 'correction' || body.kind === 'promotion' ? BigInt(body.customer) : 0n;
}

export function moneyOf(body: MoneyBody): { readonly amount: Amount; readonly currency: string } {
  const moved = parseAmount(body.amount);
  if (moved === undefined)
    throw new Error(`expected a positive amount in the proposal, found ${body.amount}`);
  return { amount: moved, currency: 'currency' in body ? body.currency : 'USDT' };
}
