/** API calls for statements, tax reports and the cost of holdings. Everything is computed from the ledger. */
import * as statements from './schemas.ts';
import { call } from '../call.ts';
import { none } from '../fields.ts';

const large = { who: 'customer', idempotent: false, readsMuch: true, whenFrozen: true } as const;

export const statementsCalls = {
  'GET statement/periods': call({
    ...{ who: 'customer', idempotent: false, whenFrozen: true },
    reference: { section: 'Statements and tax', title: 'List statements' },
    summary: 'The months and years for which there is a statement, newest first.',
    input: none,
    output: statements.periods,
    refusals: [],
    reads: ['worth'],
  }),
  'GET statement/one': call({
    ...large,
    reference: { section: 'Statements and tax', title: 'Get a statement' },
    summary:
      'A month or year in UTC: balances before and after, every kind of movement, every cost in money and in per cent, and what each coin cost and gained.',
    input: statements.statementInput,
    output: statements.statement,
    refusals: ['statement_too_long'],
    cost: 10,
    reads: ['worth'],
  }),
  'GET statement/file': call({
    ...large,
    reference: { section: 'Statements and tax', title: 'Download a statement' },
    summary: 'The statement with every movement, as PDF, CSV, OFX 2.2, or plain-text accounting for hledger.',
    input: statements.fileInput,
    output: statements.file,
    refusals: ['statement_too_long'],
    cost: 20,
  }),
  'GET statement/holdings': call({
    ...large,
    reference: { section: 'Statements and tax', title: 'Get cost and gains' },
    summary: 'The average cost of each coin, and the gains of past sales.',
    input: none,
    output: statements.holdings,
    refusals: ['statement_too_long'],
    cost: 10,
    reads: ['worth'],
  }),
  'GET statement/costs': call({
    ...large,
    reference: { section: 'Statements and tax', title: 'Get all costs so far' },
    summary: 'Every cost so far, by kind, in money and in per cent.',
    input: none,
    output: statements.costs,
    refusals: [],
    cost: 10,
    reads: ['worth'],
  }),
  'GET statement/tax': call({
    ...large,
    reference: { section: 'Statements and tax', title: 'Get a tax report' },
    summary:
      'The disposals of a year, first in, first out or at average cost, and the results of leverage, options and the fund.',
    input: statements.taxInput,
    output: statements.tax,
    refusals: ['statement_too_long'],
    cost: 20,
    reads: ['worth'],
  }),
  'GET statement/tax_file': call({
    ...large,
    reference: { section: 'Statements and tax', title: 'Download a tax report' },
    summary: 'The tax report as PDF or CSV.',
    input: statements.taxFileInput,
    output: statements.file,
    refusals: ['statement_too_long'],
    cost: 20,
  }),
};
