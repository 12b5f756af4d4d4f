/** The size of the one number that a screen is about, smaller where its digits would not fit into the narrowest phone. */
const LARGE_DIGITS_MAX = 7;

/** `decimal` is a decimal such as "102464.05". */
export function heroSize(decimal: string): string {
  const [whole = ''] = decimal.replace('-', '').split('.');
  return whole.length > LARGE_DIGITS_MAX ? 'text-2xl' : 'text-4xl';
}
