/** What is shown of something private: enough for its owner to know it by, and nothing that would serve anybody else. */

/** The last four signs, or two of something so short that four would be most of it: "•••• 1234". */
export function lastSigns(text: string): string {
  const signs = [...text];
  return `•••• ${signs.slice(signs.length < 8 ? -2 : -4).join('')}`;
}

const WORDS_MAX = 4;

/** The first sign of each word: "L•••• F••••". */
export function firstSigns(text: string): string {
  return text
    .split(/\s+/u)
    .slice(0, WORDS_MAX)
    .map((word) => `${[...word][0] ?? ''}••••`)
    .join(' ');
}
