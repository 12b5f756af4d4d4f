/**
 * Statements and tax reports as CSV (RFC 4180) for spreadsheets. A text that a spreadsheet would run as a formula is prefixed
 * with an apostrophe. A number never is, so that it remains a number.
 */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Line, Statement } from './statement.ts';
import type { TaxReport } from './tax.ts';

const NUMBER = /^-?\d+(\.\d+)?$/;

export function cellOf(value: string): string {
  const safe = !NUMBER.test(value) && /^[=+\-@\t\r\n|%]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The byte order mark makes spreadsheets read the file as UTF-8. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** Has one row for each opening balance, movement, cost and closing balance, so that a pivot table adds up. */
export function statementCsv(statement: Statement, lines: readonly Line[]): string {
  const { accounts, costs, holdings, from, to } = statement;
  const head = [
    'section',
    'time',
    'number',
    'type',
    'reference',
    'account',
    'currency',
    'amount',
    'base',
    'percent',
  ];
  return csvOf([
    head,
    ...accounts.map(({ account, currency, opening }) => [
      ...['opening', timeOf(from * 1000), '', '', '', account, currency, opening, '', ''],
    ]),
    ...lines.map(({ seq, kind, ref, timeMs, account, currency, amount }) => [
      ...[
        'movement',
        timeOf(timeMs),
        seq.toString(),
        kind,
        ref,
        account,
        currency,
        formatAmount(amount),
        '',
        '',
      ],
    ]),
    ...costs.map(({ kind, currency, amount, base, percent }) => [
      ...['cost', '', '', kind, '', '', currency, amount, base, percent ?? ''],
    ]),
    ...accounts.map(({ account, currency, closing }) => [
      ...['closing', timeOf(to * 1000), '', '', '', account, currency, closing, '', ''],
    ]),
    ...holdings.flatMap((one) => holdingRows(one, timeOf(to * 1000))),
    [
      'value',
      timeOf(statement.valued_at * 1000),
      '',
      'closing_value',
      '',
      '',
      'USDT',
      statement.closing_value_usdt,
      '',
      '',
    ],
  ]);
}

function holdingRows(holding: Statement['holdings'][number], time: string): string[][] {
  const { currency, cost, average_cost: average, value_usdt: value, unrealised, realised } = holding;
  const row = (kind: string, figure: string | null, base = '', percent = ''): string[] => [
    ...['holding', time, '', kind, currency, 'spot', 'USDT', figure ?? '', base, percent],
  ];
  return [
    row('cost', cost),
    row('average_cost', average),
    row('value', value),
    row('unrealised', unrealised, cost, holding.unrealised_percent ?? ''),
    row('realised', realised),
  ];
}

export function taxCsv(tax: TaxReport): string {
  const head = [
    'section',
    'name',
    'acquired',
    'disposed',
    'quantity',
    'proceeds',
    'cost',
    'gain',
    'count',
    'result',
    'costs',
    'net',
  ];
  return csvOf([
    head,
    ...tax.disposals.map((one) => [
      ...['disposal', one.currency, one.acquired === null ? '' : timeOf(one.acquired * 1000)],
      ...[timeOf(one.disposed * 1000), one.quantity, one.proceeds, one.cost, one.gain, '', '', '', ''],
    ]),
    ['total', tax.method, '', '', '', tax.proceeds, tax.cost, tax.gain, '', '', '', ''],
    ...tax.sections.map(({ section, name, count, result, costs, net }) => [
      ...[section, name, '', '', '', '', '', '', String(count), result, costs, net],
    ]),
  ]);
}
