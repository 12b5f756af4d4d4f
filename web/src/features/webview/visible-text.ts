/**
 * Makes a text safe to display that may be crafted to mislead: characters that are invisible or change the writing direction are
 * replaced by their code points.
 */

const LENGTH_MAX = 300;
/** The characters shown unchanged; a letter outside ASCII can look like another one. */
const UNPLAIN = /[^\u0020-\u007e]/gu;

/** Returns the text with its misleading characters replaced. Pure. */
export function visibleText(text: string): string {
  const shown = text.slice(0, LENGTH_MAX).replace(UNPLAIN, (sign) => {
    const number = sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    // A letter of another script is followed by its code point; any other character is replaced by its code point.
    return /\p{L}/u.test(sign) ? `${sign}⟨U+${number}⟩` : `⟨U+${number}⟩`;
  });
  return text.length > LENGTH_MAX ? `${shown}…` : shown;
}
