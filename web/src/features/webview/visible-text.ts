/**
 * Makes texts safe to display even if they are crafted to mislead: characters that are invisible or change the writing direction
 * are replaced with their code points.
 */

const LENGTH_MAX = 300;
/** Matches every character outside printable ASCII. A letter outside ASCII can look like an ASCII letter. */
const UNPLAIN = /[^\u0020-\u007e]/gu;

export function visibleText(text: string): string {
  const shown = text.slice(0, LENGTH_MAX).replace(UNPLAIN, (sign) => {
    const number = sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    // A letter of a script other than Latin is followed by its code point; any other character is replaced by its code point.
    return /\p{L}/u.test(sign) ? `${sign}⟨U+${number}⟩` : `⟨U+${number}⟩`;
  });
  return text.length > LENGTH_MAX ? `${shown}…` : shown;
}
