/** PDF files: every word of every language has glyphs, the bytes depend only on the report, and fonts are embedded as subsets. */
import { expect, test } from 'vitest';
import { languages } from '@candor/protocol/languages.ts';
import { setPdf } from './pdf-document.ts';
import type { PdfReport } from './pdf-document.ts';
import { Pdfs } from './pdfs.ts';
import { figureIn } from '@candor/protocol/figure-in.ts';
import { statementReport, subjectOf, taxReport } from './reports.ts';
import type { Statement } from './statement.ts';
import { wordsIn } from './words.ts';

const statement: Statement = {
  ...{ period: '2026-11', final: true, from: 1_793_491_200, to: 1_796_083_200, valued_at: 1_796_083_200 },
  ...{ opening_value_usdt: '0', closing_value_usdt: '99999.12345678' },
  ...{ opening_total_usdt: '0', closing_total_usdt: '99999.12345678', closing_open_profit_usdt: '0' },
  ...{ closing_due_usdt: '0', closing_loans_usdt: '0' },
  accounts: [
    {
      ...{ account: 'spot', currency: 'USDT', opening: '0', received: '100000', paid: '-0.87654322' },
      ...{ closing: '99999.12345678', closing_value_usdt: '99999.12345678' },
    },
  ],
  movements: Array.from({ length: 150 }, (_, at) => ({
    ...{ kind: 'spot_buy', group: 'spot', account: 'spot', currency: 'USDT', count: at + 1 },
    ...{ received: '0', paid: '-12.5' },
  })),
  holdings: [
    {
      ...{ currency: 'BTC', quantity: '0.5', cost: '30000', average_cost: '60000', value_usdt: '32125' },
      ...{ unrealised: '2125', unrealised_percent: '7.0833', realised: '-12.5' },
    },
    {
      ...{ currency: 'OLD', quantity: '1', cost: '2', average_cost: '2', value_usdt: null },
      ...{ unrealised: null, unrealised_percent: null, realised: '0' },
    },
  ],
  costs: [{ kind: 'spot_fee', currency: 'USDT', amount: '0.87654322', base: '876.54', percent: '0.1' }],
};

/** Returns every text in a value, at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

test.each(languages)(
  'renders every word in %s, with the same bytes each time',
  async (language) => {
    const report: PdfReport = {
      ...statementReport(statement, { book: 100_001n, language }),
      notes: [
        ...textsOf(wordsIn(language)),
        ...Array.from({ length: 12 }, (_, at) =>
          subjectOf(`2026-${String(at + 1).padStart(2, '0')}`, language),
        ),
        figureIn(language)('-1234567.12345678'),
      ],
    };
    const [one, other] = [await setPdf(report), await setPdf(report)];
    expect(one.equals(other)).toBe(true);
    const text = one.toString('latin1');
    expect(text.startsWith('%PDF-1.')).toBe(true);
    // The names of subsets begin with six letters and a plus.
    expect(text).toMatch(/\/FontName \/[A-Z]{6}\+/);
    expect(one.length).toBeLessThan(400_000);
  },
  60_000,
);

test('has every word in each language', () => {
  const shapeOf = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]))
      : typeof value;
  for (const language of languages) expect(shapeOf(wordsIn(language))).toEqual(shapeOf(wordsIn('en')));
});

test('refuses a character for which no font has a glyph', async () => {
  const report = statementReport(statement, { book: 100_001n, language: 'en' });
  await expect(setPdf({ ...report, notes: ['账'] })).rejects.toThrow('expected a font');
});

test('renders files in a thread, and refuses a file if the queue is full', async () => {
  const pdfs = new Pdfs();
  const empty = { proceeds: '0', cost: '0', gain: '0', disposals: [], sections: [], final: true };
  const report = taxReport({ ...empty, year: '2026', method: 'fifo' }, { book: 100_001n, language: 'en' });
  const made = Array.from({ length: 9 }, (_, at) => pdfs.of(report, BigInt(at)));
  const files = await Promise.all(made);
  expect(files.filter((file) => file === undefined).length).toBe(1);
  expect(files[0]?.equals(await setPdf(report))).toBe(true);
  pdfs.stop();
}, 60_000);
