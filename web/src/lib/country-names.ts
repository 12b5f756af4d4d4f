/** The names of countries in a language, in the sort order of that language. */
import { countries } from '@candor/protocol/countries.ts';

export type NamedCountry = { readonly country: string; readonly name: string };

export function countryName(locale: string, country: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country;
}

export function namedCountries(locale: string): readonly NamedCountry[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const order = new Intl.Collator(locale);
  return countries
    .map((country) => ({ country, name: names.of(country) ?? country }))
    .toSorted((one, other) => order.compare(one.name, other.name));
}
