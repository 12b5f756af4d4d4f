/** The published jurisdiction policy and its documentation. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { leverageCap, leverageClassOf, leveragesWithin, PROFILES, profileFor } from './jurisdiction.ts';
import type { Profile } from './jurisdiction.ts';

const named = (name: string): Profile => {
  const profile = PROFILES.find((one) => one.name === name);
  if (profile === undefined) throw new Error(`expected a profile ${name}, found none`);
  return profile;
};
const instrument = (symbol: string) => {
  const [base, quote] = symbol.split('/') as [string, string];
  const metal = base === 'XAU' || base === 'XAG';
  const kind = quote === 'USDT' ? ('crypto' as const) : metal ? ('metal' as const) : ('forex' as const);
  return { kind, base, quote };
};

test.each([
  ['BTC/USDT', 'crypto', 2],
  ['EUR/USD', 'forex_major', 30],
  ['EUR/GBP', 'forex_major', 30],
  ['GBP/JPY', 'forex_major', 30],
  ['USD/CHF', 'forex_major', 30],
  ['USD/CAD', 'forex_major', 30],
  ['AUD/USD', 'forex_minor', 20],
  ['NZD/USD', 'forex_minor', 20],
  ['XAU/USD', 'gold', 20],
  ['XAG/USD', 'silver', 10],
] as const)(
  'assigns %s to the class %s with a leverage cap of %i:1 in the EU and the UK and none in a demo',
  (symbol, of, max) => {
    expect(leverageClassOf(instrument(symbol))).toBe(of);
    expect(leverageCap(named('eu'), instrument(symbol))).toBe(max);
    expect(leverageCap(named('uk'), instrument(symbol))).toBe(max);
    expect(leverageCap(named('demo'), instrument(symbol))).toBeUndefined();
  },
);

test('offers only leverage choices within the cap', () => {
  const coin = { ...instrument('BTC/USDT'), leverages: [2, 5, 100] };
  expect(leveragesWithin(named('eu'), coin)).toEqual([2]);
  expect(leveragesWithin(named('demo'), coin)).toEqual([2, 5, 100]);
  expect(leveragesWithin(named('eu'), { ...instrument('EUR/USD'), leverages: [10, 30, 50] })).toEqual([
    10, 30,
  ]);
});

test('bars options in the EU, and all products except spot in an unlisted country', () => {
  const all = named('demo').products;
  const barred = (name: string) => all.filter((product) => !named(name).products.includes(product));
  expect(barred('eu')).toEqual(['options']);
  expect(barred('uk')).toEqual(['contracts', 'options', 'referral']);
  expect(named('unlisted').products).toEqual(['spot']);
});

test('names a source for every bar, cap and warning of every profile', () => {
  for (const profile of [named('eu'), named('uk')]) {
    const sourced = profile.sources.map(({ of }) => of);
    const barred = named('demo').products.filter((product) => !profile.products.includes(product));
    expect(sourced).toEqual(expect.arrayContaining([...barred, ...Object.keys(profile.leverageMax)]));
    // The warning about a bar has the source of the bar.
    const warnings = profile.warnings.filter((warning) => !warning.endsWith('_barred'));
    expect(sourced).toEqual(expect.arrayContaining([...warnings, 'close_out', 'negative_balance']));
    expect(
      profile.sources.every(({ source }) =>
        /(ESMA|FCA) \S*\d{2,4}\/\d+|ESMA Decision|ESA \d{4} \d+/.test(source),
      ),
    ).toBe(true);
  }
});

test('assigns at most one profile to a country, and the default profile to an unlisted one', () => {
  const countries = PROFILES.flatMap((profile) => profile.countries);
  expect(new Set(countries).size).toBe(countries.length);
  expect(named('eu').countries).toHaveLength(27);
  const of = (country: string | null, verified = true) => profileFor('country', { country, verified }).name;
  expect([of('FR'), of('GB'), of('US'), of(null), of('FR', false)]).toEqual([
    ...['eu', 'uk', 'unlisted', 'unlisted', 'unlisted'],
  ]);
});

test('lists every leverage cap and every source on the policy page', () => {
  const page = readFileSync(new URL('../../../docs/jurisdictions.md', import.meta.url), 'utf8');
  for (const { name, countries, products, warnings, leverageMax, sources } of PROFILES) {
    const section = page.split(/^## /m).find((part) => part.startsWith(`\`${name}\``));
    if (section === undefined) throw new Error(`expected a section about ${name} on the page, found none`);
    const codes = [...products, ...warnings].map((word) => `\`${word}\``);
    const caps = Object.entries(leverageMax).map(([of, max]) => `| \`${of}\` | ${max}:1 |`);
    const rows = sources.map(({ of, source }) => `| \`${of}\` | ${source} |`);
    for (const text of [...codes, ...caps, ...rows, countries.join(' ')]) expect(section).toContain(text);
  }
});
