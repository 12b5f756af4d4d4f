/** The contents of the PDF files: a statement and a tax report as facts and tables, in the reader's language. */
import type { Language } from '@candor/protocol/languages.ts';
import { limits } from './limits.ts';
import type { PdfReport, PdfTable } from './pdf-document.ts';
import type { Statement } from './statement.ts';
import type { TaxReport } from './tax.ts';
import { wordsIn } from './words.ts';
import type { FileWords } from './words.ts';

type Of = { readonly book: bigint; readonly language: Language };

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
const end = true;

export function statementReport(statement: Statement, { book, language }: Of): PdfReport {
  const words = wordsIn(language);
  const { period, final, from, to, accounts } = statement;
  return {
    ...{ language, title: `Candor · ${words.title}`, madeMs: statement.valued_at * 1000 },
    facts: [
      [words.customer, book.toString()],
      [words.period, `${period}  (${day(from)} – ${day(to - 1)}, ${final ? words.final : words.open})`],
      [words.openingValue, `${statement.opening_value_usdt} USDT`],
      [words.closingValue, `${statement.closing_value_usdt} USDT`],
    ],
    tables: [
      {
        title: words.balances,
        columns: [
          ...[
            { name: words.account, share: 2 },
            { name: words.currency, share: 1 },
          ],
          ...[words.opening, words.received, words.paid, words.closing].map((name) => ({
            name,
            share: 2,
            end,
          })),
          { name: 'USDT', share: 2, end },
        ],
        rows: accounts.map((one) => [
          ...[words.accounts[one.account], one.currency, one.opening, one.received, one.paid, one.closing],
          one.closing_value_usdt,
        ]),
      },
      movementsTable(statement, words),
      costsTable(statement, words),
    ],
    notes: [words.times],
  };
}

function movementsTable({ movements }: Statement, words: FileWords): PdfTable {
  return {
    title: words.movements,
    columns: [
      ...[
        { name: words.kind, share: 4 },
        { name: words.account, share: 2 },
        { name: words.currency, share: 1 },
      ],
      ...['#', words.received, words.paid].map((name) => ({ name, share: 2, end })),
    ],
    rows: movements.map(({ kind, group, account, currency, count, received, paid }) => [
      ...[
        `${words.group[group]} · ${kind}`,
        words.accounts[account],
        currency,
        String(count),
        received,
        paid,
      ],
    ]),
  };
}

function costsTable({ costs }: Statement, words: FileWords): PdfTable {
  return {
    title: words.costs,
    columns: [
      ...[
        { name: words.kind, share: 4 },
        { name: words.currency, share: 1 },
      ],
      ...[words.amount, words.base, words.percent].map((name) => ({ name, share: 2, end })),
    ],
    rows: costs.map(({ kind, currency, amount, base, percent }) => [
      ...[words.costKind[kind], currency, amount, base, percent === null ? '' : `${percent}%`],
    ]),
  };
}

export function taxReport(tax: TaxReport, { book, language }: Of): PdfReport {
  const words = wordsIn(language);
  const { year, method, final, disposals, sections } = tax;
  const shown = disposals.slice(0, limits.pdfDisposalsMax);
  return {
    ...{ language, title: `Candor · ${words.taxTitle}`, madeMs: Date.UTC(Number(year) + 1, 0) },
    facts: [
      [words.customer, book.toString()],
      [words.period, `${year}  (${final ? words.final : words.open})`],
      [words.method, words[method]],
      [words.proceeds, `${tax.proceeds} USDT`],
      [words.cost, `${tax.cost} USDT`],
      [words.gain, `${tax.gain} USDT`],
    ],
    tables: [
      {
        title: words.disposals,
        columns: [
          ...[words.currency, words.acquired, words.disposed].map((name) => ({ name, share: 2 })),
          ...[words.quantity, words.proceeds, words.cost, words.gain].map((name) => ({
            name,
            share: 3,
            end,
          })),
        ],
        rows: shown.map(({ currency, acquired, disposed, quantity, proceeds, cost, gain }) => [
          ...[
            currency,
            acquired === null ? '–' : day(acquired),
            day(disposed),
            quantity,
            proceeds,
            cost,
            gain,
          ],
        ]),
      },
      ...(['leverage', 'options', 'fund', 'other'] as const).flatMap((section): PdfTable[] => {
        const own = sections.filter((one) => one.section === section);
        if (own.length === 0) return [];
        const figures = [words.result, words.costs, words.net].map((name) => ({ name, share: 3, end }));
        return [
          {
            title: words.section[section],
            columns: [{ name: words.kind, share: 3 }, { name: '#', share: 1, end }, ...figures],
            rows: own.map(({ name, count, result, costs, net }) => [name, String(count), result, costs, net]),
          },
        ];
      }),
    ],
    notes: [words.times, words.advice, ...(shown.length < disposals.length ? [words.leftOut] : [])],
  };
}
