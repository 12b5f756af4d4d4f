/** Countries with their phone codes, named and sorted in the customer's language. Pure. */
import type { CallOutput } from '@candor/protocol/calls.ts';

type AreaCode = CallOutput<'GET getareacode'>[number];
export type Country = { readonly country: string; readonly name: string; readonly areaCode: string };

export function countriesIn(locale: string, codes: readonly AreaCode[]): readonly Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const order = new Intl.Collator(locale);
  return codes
    .map(({ country, area_code }) => ({ country, name: names.of(country) ?? country, areaCode: area_code }))
    .toSorted((a, b) => order.compare(a.name, b.name));
}

/** Whether a number typed without its country code can be a phone number. The server checks more strictly. */
export function looksLikePhone(digits: string): boolean {
  return /^\d{4,14}$/.test(digits);
}
