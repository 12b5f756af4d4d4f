/** The contents of the PDF files: statements and tax reports as figures and tables, in the reader's language. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { figureIn } from '@candor/protocol/figure-in.ts';
import { localeOf } from '@candor/protocol/languages.ts';
import { limits } from './limits.ts';
import type { PdfReport, PdfTable } from './pdf-document.ts';
import type { Statement } from './statement.ts';
import type { TaxReport } from './tax.ts';
import { wordsIn } from './words.ts';
import type { FileWords } from './words.ts';

type Of = { readonly book: bigint; readonly language: Language };
type Figure = (value: string) => string;

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
const end = true;

/** Formats a period: a month as "November 2026", a year as its number. */
export function subjectOf(period: string, language: Language): string {
  if (!period.includes('-')) return period;
  const format = new Intl.DateTimeFormat(localeOf[language], {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const name = format.format(Date.parse(`${period}-01`));
  return `${name.slice(0, 1).toLocaleUpperCase(localeOf[language])}${name.slice(1)}`;
}

const sumOf = (values: readonly string[]): Amount => values.reduce((sum, value) => sum + amount(value), 0n);

export function statementReport(statement: Statement, { book, language }: Of): PdfReport {
  const [words, figure] = [wordsIn(language), figureIn(language)];
  const { period, final, from, to, opening_value_usdt: opening, closing_value_usdt: closing } = statement;
  const change = formatAmount(amount(closing) - amount(opening));
  return {
    ...{
      language,
      title: words.title,
      subject: subjectOf(period, language),
      madeMs: statement.valued_at * 1000,
    },
    facts: [
      [words.customer, book.toString()],
      [words.period, `${day(from)} – ${day(to - 1)}`],
      [words.status, final ? words.final : words.open],
      [
        words.valuedAt,
        `${new Date(statement.valued_at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      ],
    ],
    figures: [
      [words.openingValue, `${figure(opening)} USDT`],
      [words.change, `${amount(change) > 0n ? '+' : ''}${figure(change)} USDT`],
      [words.closingValue, `${figure(closing)} USDT`],
    ],
    tables: [
      balancesTable(statement, { words, figure }),
      movementsTable(statement, { words, figure }),
      costsTable(statement, { words, figure }),
      holdingsTable(statement, { words, figure }),
    ],
    notes: [words.times, words.averageMeans, ...(hasUnpriced(statement) ? [words.unpriced] : [])],
  };
}

type Told = { readonly words: FileWords; readonly figure: Figure };

function balancesTable(
  { accounts, closing_value_usdt: value }: Statement,
  { words, figure }: Told,
): PdfTable {
  return {
    title: words.balances,
    columns: [
      ...[
        { name: words.account, share: 3 },
        { name: words.currency, share: 2 },
      ],
      ...[words.opening, words.received, words.paid, words.closing].map((name) => ({ name, share: 4, end })),
      { name: words.valueUsdt, share: 4, end },
    ],
    rows: accounts.map((one) => [
      ...[words.accounts[one.account], one.currency],
      ...[one.opening, one.received, one.paid, one.closing, one.closing_value_usdt].map(figure),
    ]),
    // Experience credit is not the customer's own money, so it is not part of the sum.
    total: [words.ownTotal, '', '', '', '', '', figure(value)],
  };
}

function movementsTable({ movements }: Statement, { words, figure }: Told): PdfTable {
  return {
    title: words.movements,
    columns: [
      ...[
        { name: words.kind, share: 6 },
        { name: words.account, share: 3 },
        { name: words.currency, share: 2 },
      ],
      { name: words.count, share: 2, end },
      ...[words.received, words.paid].map((name) => ({ name, share: 4, end })),
    ],
    rows: movements.map(({ kind, group, account, currency, count, received, paid }) => [
      ...[words.recordKind[kind] ?? words.group[group], words.accounts[account], currency, String(count)],
      ...[received, paid].map((value) => (value === '0' ? '' : figure(value))),
    ]),
  };
}

function costsTable({ costs }: Statement, { words, figure }: Told): PdfTable {
  const inUsdt = costs.filter(({ currency }) => currency === 'USDT').map((one) => one.amount);
  return {
    title: words.costs,
    columns: [
      ...[
        { name: words.kind, share: 6 },
        { name: words.currency, share: 2 },
      ],
      ...[words.amount, words.base, words.percent].map((name) => ({ name, share: 4, end })),
    ],
    rows: costs.map(({ kind, currency, amount: cost, base, percent }) => [
      ...[words.costKind[kind], currency, figure(cost), figure(base)],
      percent === null ? '' : `${figure(percent)}%`,
    ]),
    total: [words.total, 'USDT', figure(formatAmount(sumOf(inUsdt))), '', ''],
  };
}

function hasUnpriced({ holdings }: Statement): boolean {
  return holdings.some(({ value_usdt: value }) => value === null);
}

function holdingsTable({ holdings }: Statement, { words, figure }: Told): PdfTable {
  const known = (value: string | null): string => (value === null ? '–' : figure(value));
  const sum = (of: 'cost' | 'value_usdt' | 'unrealised' | 'realised'): string =>
    figure(formatAmount(sumOf(holdings.map((one) => one[of] ?? '0'))));
  return {
    title: words.holdings,
    columns: [
      { name: words.currency, share: 2 },
      ...[
        words.quantity,
        words.cost,
        words.averageCost,
        words.valueUsdt,
        words.unrealised,
        '%',
        words.realised,
      ].map((name) => ({ name, share: name === '%' ? 3 : 4, end })),
    ],
    rows: holdings.map((one) => [
      ...[
        one.currency,
        figure(one.quantity),
        figure(one.cost),
        known(one.average_cost),
        known(one.value_usdt),
      ],
      ...[known(one.unrealised), known(one.unrealised_percent), figure(one.realised)],
    ]),
    total: [words.total, '', sum('cost'), '', sum('value_usdt'), sum('unrealised'), '', sum('realised')],
  };
}

export function taxReport(tax: TaxReport, { book, language }: Of): PdfReport {
  const [words, figure] = [wordsIn(language), figureIn(language)];
  const { year, method, final, disposals, sections } = tax;
  const shown = disposals.slice(0, limits.pdfDisposalsMax);
  return {
    ...{ language, title: words.taxTitle, subject: year, madeMs: Date.UTC(Number(year) + 1, 0) },
    facts: [
      [words.customer, book.toString()],
      [words.period, `${year}-01-01 – ${year}-12-31`],
      [words.status, final ? words.final : words.open],
      [words.method, words[method]],
    ],
    figures: [
      [words.proceeds, `${figure(tax.proceeds)} USDT`],
      [words.cost, `${figure(tax.cost)} USDT`],
      [words.gain, `${figure(tax.gain)} USDT`],
    ],
    tables: [
      {
        title: words.disposals,
        columns: [
          { name: words.currency, share: 2 },
          ...[words.acquired, words.disposed].map((name) => ({ name, share: 3 })),
          ...[words.quantity, words.proceeds, words.cost, words.gain].map((name) => ({
            name,
            share: 4,
            end,
          })),
        ],
        rows: shown.map(({ currency, acquired, disposed, quantity, proceeds, cost, gain }) => [
          ...[currency, acquired === null ? '–' : day(acquired), day(disposed)],
          ...[quantity, proceeds, cost, gain].map(figure),
        ]),
        total: [words.total, '', '', '', ...[tax.proceeds, tax.cost, tax.gain].map(figure)],
      },
      ...(['leverage', 'options', 'fund', 'other'] as const).map((section) =>
        sectionTable(
          words.section[section],
          sections.filter((one) => one.section === section),
          { words, figure },
        ),
      ),
    ],
    notes: [words.times, words.advice, ...(shown.length < disposals.length ? [words.leftOut] : [])],
  };
}

function sectionTable(title: string, own: TaxReport['sections'], { words, figure }: Told): PdfTable {
  const figures = [words.result, words.costs, words.net].map((name) => ({ name, share: 3, end }));
  const sums = (['result', 'costs', 'net'] as const).map((of) =>
    figure(formatAmount(sumOf(own.map((one) => one[of])))),
  );
  return {
    title,
    columns: [{ name: words.kind, share: 3 }, { name: words.count, share: 1, end }, ...figures],
    rows: own.map(({ name, count, result, costs, net }) => [
      ...[words.recordKind[name] ?? (name === 'fund' ? words.section.fund : name), String(count)],
      ...[result, costs, net].map(figure),
    ]),
    total: [words.total, '', ...sums],
  };
}
