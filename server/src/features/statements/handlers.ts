/** Handlers of the calls for statements, tax reports and the cost of holdings. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { costBasis } from '@candor/domain/statement/cost-basis.ts';
import { periodOf, periodsBetween } from '@candor/domain/statement/period.ts';
import type { Period } from '@candor/domain/statement/period.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import type { CallAnswer, CallContext, Handlers } from '../../calls/handler.ts';
import type { Pool } from '../../db/pool.ts';
import { firstJournalMs } from '../../ledger/own-movements.ts';
import type { Instruments } from '../../positions/market.ts';
import { DayBids } from '../../quotes/day-bids.ts';
import { readCoinMoves } from './coin-moves.ts';
import { readCosts } from './costs.ts';
import { statementCsv, taxCsv } from './csv.ts';
import { averageOf } from './holdings.ts';
import { limits } from './limits.ts';
import { statementOfx } from './ofx.ts';
import type { PdfReport } from './pdf-document.ts';
import type { Pdfs } from './pdfs.ts';
import { periodLedger } from '../../ledger/period-text.ts';
import { statementReport, taxReport } from './reports.ts';
import { isFinal, readLines, readStatement } from './statement.ts';
import { readTax } from './tax.ts';

export type StatementsDeps = {
  readonly pool: Pool;
  readonly marketNow: () => number;
  readonly instruments: Instruments;
  readonly pdfs: Pick<Pdfs, 'of'>;
};
type Deps = StatementsDeps & { readonly bids: DayBids };

type StatementsCall =
  | 'GET statement/periods'
  | 'GET statement/one'
  | 'GET statement/file'
  | 'GET statement/holdings'
  | 'GET statement/costs'
  | 'GET statement/tax'
  | 'GET statement/tax_file';
type File = CallOutput<'GET statement/file'>;

const tooLong = refuse('statement_too_long', { params: { max: String(limits.linesMax) } });

export function statementsHandlers(given: StatementsDeps): Pick<Handlers, StatementsCall> {
  const { pool, marketNow } = given;
  const deps = { ...given, bids: new DayBids({ pool, keptMax: limits.bidsMax }) };
  return {
    'GET statement/periods': async (_, { customer }) => ok(await periods(deps, customer)),
    'GET statement/one': async ({ period: name }, { customer }) => {
      const period = begun(name, marketNow());
      if (period === undefined) return refuse('parameter_wrong', { field: 'period' });
      const statement = await readStatement(deps, { book: customer, period, nowMs: marketNow() });
      return statement === undefined ? tooLong : ok(statement);
    },
    'GET statement/file': (input, context) => statementFile(deps, input, context),
    'GET statement/holdings': async (_, { customer }) => {
      const nowMs = marketNow();
      const moves = await readCoinMoves(deps, { book: customer, toMs: nowMs + 1, nowMs });
      if (moves === undefined) return tooLong;
      return ok(costsOf(costBasis(moves, 'average').holdings));
    },
    'GET statement/costs': async (_, { customer }) =>
      ok(await readCosts(pool, { book: customer, fromMs: 0, toMs: marketNow() + 1 })),
    'GET statement/tax': async ({ year: name, method }, { customer }) => {
      const year = begun(name, marketNow());
      if (year === undefined) return refuse('parameter_wrong', { field: 'year' });
      const tax = await readTax(deps, { book: customer, year, method, nowMs: marketNow() });
      return tax === undefined ? tooLong : ok(tax);
    },
    'GET statement/tax_file': (input, context) => taxFile(deps, input, context),
  };
}

/** Returns the period, or undefined if it has not begun, because there is no statement for it. */
function begun(name: string, nowMs: number): Period | undefined {
  const period = periodOf(name);
  return period === undefined || period.fromMs > nowMs ? undefined : period;
}

async function periods(
  { pool, marketNow }: StatementsDeps,
  book: bigint,
): Promise<CallOutput<'GET statement/periods'>> {
  const firstMs = await firstJournalMs(pool, book);
  const nowMs = marketNow();
  if (firstMs === undefined) return { months: [], years: [] };
  const names = periodsBetween(firstMs, nowMs);
  const told = (period: string): { period: string; final: boolean } => {
    const named = periodOf(period);
    if (named === undefined) throw new Error(`expected a period, found ${period}`);
    return { period, final: isFinal(named, nowMs) };
  };
  return { months: names.months.map(told), years: names.years.map(told) };
}

async function statementFile(
  deps: Deps,
  { period: name, form }: CallInput<'GET statement/file'>,
  { customer: book, language }: CallContext,
): Promise<CallAnswer<'GET statement/file'>> {
  const nowMs = deps.marketNow();
  const period = begun(name, nowMs);
  if (period === undefined) return refuse('parameter_wrong', { field: 'period' });
  const { linesMax } = limits;
  const called = `candor-${period.name}`;
  if (form === 'hledger') {
    const body = await periodLedger(deps.pool, { book, period, linesMax });
    return body === undefined ? tooLong : text({ name: `${called}.journal`, type: 'text/plain', body });
  }
  const statement = await readStatement(deps, { book, period, nowMs });
  if (statement === undefined) return tooLong;
  if (form === 'pdf') {
    const report = statementReport(statement, { book, language });
    return pdf(deps, { name: `${called}.pdf`, book }, report);
  }
  const { fromMs, toMs } = period;
  const lines = await readLines(deps.pool, { book, fromMs, toMs, linesMax });
  if (lines === undefined) return tooLong;
  if (form === 'csv')
    return text({ name: `${called}.csv`, type: 'text/csv', body: statementCsv(statement, lines) });
  const body = statementOfx({ book, statement }, lines);
  return text({ name: `${called}.ofx`, type: 'application/x-ofx', body });
}

async function taxFile(
  deps: Deps,
  { year: name, method, form }: CallInput<'GET statement/tax_file'>,
  { customer: book, language }: CallContext,
): Promise<CallAnswer<'GET statement/tax_file'>> {
  const nowMs = deps.marketNow();
  const year = begun(name, nowMs);
  if (year === undefined) return refuse('parameter_wrong', { field: 'year' });
  const tax = await readTax(deps, { book, year, method, nowMs });
  if (tax === undefined) return tooLong;
  const called = `candor-tax-${name}-${method}`;
  if (form === 'csv') return text({ name: `${called}.csv`, type: 'text/csv', body: taxCsv(tax) });
  return pdf(deps, { name: `${called}.pdf`, book }, taxReport(tax, { book, language }));
}

function text(file: Omit<File, 'encoding'>): CallAnswer<'GET statement/file'> {
  return ok({ ...file, encoding: 'text' });
}

async function pdf(
  { pdfs }: Deps,
  { name, book }: { readonly name: string; readonly book: bigint },
  report: PdfReport,
): Promise<CallAnswer<'GET statement/tax_file'>> {
  const file = await pdfs.of(report, book);
  if (file === undefined) return refuse('busy');
  return ok({ name, type: 'application/pdf', encoding: 'base64', body: file.toString('base64') });
}

/** Lists coins that are held, or whose sales made a gain or loss. */
function costsOf(holdings: ReturnType<typeof costBasis>['holdings']): CallOutput<'GET statement/holdings'> {
  return [...holdings]
    .filter(([, { quantity, realised }]) => quantity > 0n || realised !== 0n)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { quantity, cost, realised }]) => ({
      ...{ currency, quantity: formatAmount(quantity), cost: formatAmount(cost) },
      average_cost: averageOf({ quantity, cost }),
      realised: formatAmount(realised),
    }));
}
