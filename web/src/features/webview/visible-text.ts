/**
 * Shows a text that may be crafted to mislead: characters that are invisible or reverse the line are replaced by their code
 * points.
 */

const LENGTH_MAX = 300;
/** Outside ASCII, a letter can look like another one. */
const UNPLAIN = /[^\u0020-\u007e]/gu;

/** Pure. */
export function visibleText(text: string): string {
  const shown = text.slice(0, LENGTH_MAX).replace(UNPLAIN, (sign) => {
    const number = sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    // A letter of another script is shown with its code point; any other character as its code point alone.
    return /\p{L}/u.test(sign) ? `${sign}⟨U+${number}⟩` : `⟨U+${number}⟩`;
  });
  return text.length > LENGTH_MAX ? `${shown}…` : shown;
}
