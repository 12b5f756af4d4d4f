/** Masks private data so that only its owner can recognise it. */

/** Shows only the last four characters, or two if four would be most of the text: "•••• 1234". */
export function lastSigns(text: string): string {
  const signs = [...text];
  return `•••• ${signs.slice(signs.length < 8 ? -2 : -4).join('')}`;
}

const WORDS_MAX = 4;

/** Shows only the first character of each word: "L•••• F••••". */
export function firstSigns(text: string): string {
  return text
    .split(/\s+/u)
    .slice(0, WORDS_MAX)
    .map((word) => `${[...word][0] ?? ''}••••`)
    .join(' ');
}
