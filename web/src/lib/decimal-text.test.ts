import { languages, localeOf } from '@candor/protocol/languages.ts';
import { describe, expect, it } from 'vitest';
import { decimalWriter } from './decimal-text.ts';

const values = [
  ...[
    '0',
    '-0',
    '0.0',
    '7',
    '007',
    '-1',
    '12',
    '999',
    '1000',
    '-1000.5',
    '9999.999999',
    '10000',
    '12345.6789',
  ],
  ...[
    '1234567.00000001',
    '-1234567890123456789.12345678',
    '0.00000001',
    '-0.00000001',
    '0.10',
    '100.',
    '1e21',
    '1.5e-7',
  ],
];
const options = [
  { max: 0 },
  { max: 2 },
  { max: 8 },
  { min: 0, max: 8 },
  { min: 2, max: 6 },
  { max: 2, signed: true },
  { min: 0, max: 4, signed: true },
];

describe.each(languages)('decimal formatter for the language %s', (language) => {
  const locale = localeOf[language];
  const { write, point } = decimalWriter(language);

  it.each(options)('formats like Intl with the options %j', (one) => {
    const intl = new Intl.NumberFormat(locale, {
      minimumFractionDigits: one.min ?? one.max,
      maximumFractionDigits: one.max,
      roundingMode: 'trunc',
      useGrouping: true,
      signDisplay: one.signed === true ? 'exceptZero' : 'negative',
    });
    const plain = values.filter((value) => !value.includes('e'));
    expect(plain.map((value) => write(value, one))).toEqual(
      plain.map((value) => intl.format(value as Intl.StringNumericLiteral)),
    );
  });

  it("formats numbers with exponents through Intl, and returns the language's decimal point", () => {
    expect(write('1e3', { max: 2 })).toBe(new Intl.NumberFormat(locale, { useGrouping: true }).format(1000));
    expect(new Intl.NumberFormat(locale).format(1.5)).toContain(point);
  });
});
