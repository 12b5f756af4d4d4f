/** The type size of an amount that is typed large, by its length: it must fit into the narrowest phone with its unit. Pure. */

/** The largest number of characters for each size, beside a unit and beside a switch of the unit. */
const sizes = [
  { look: 'text-4xl', wide: 7, narrow: 6 },
  { look: 'text-3xl', wide: 10, narrow: 8 },
  { look: 'text-2xl', wide: 13, narrow: 10 },
  { look: 'text-xl', wide: 17, narrow: 14 },
] as const;

export function amountSize(text: string, isNarrow: boolean): string {
  const fits = sizes.find(({ wide, narrow }) => text.length <= (isNarrow ? narrow : wide));
  return fits?.look ?? 'text-base';
}

/** A typed decimal with the digits before its point in groups, and the rest as typed. */
export function groupedParts(
  typed: string,
  { point, group }: { readonly point: string; readonly group: (whole: string) => string },
): readonly [whole: string, rest: string] {
  const at = typed.indexOf('.');
  const whole = at === -1 ? typed : typed.slice(0, at);
  return [whole === '' ? '' : group(whole), at === -1 ? '' : point + typed.slice(at + 1)];
}
