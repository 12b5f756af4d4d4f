/** Shows a text that somebody may have made to mislead: what is drawn as nothing, or turns the line around, stands there by its number. */

const LENGTH_MAX = 300;
/** Beyond plain ASCII a letter can look like another one. */
const UNPLAIN = /[^\u0020-\u007e]/gu;

/** Pure. */
export function visibleText(text: string): string {
  const shown = text.slice(0, LENGTH_MAX).replace(UNPLAIN, (sign) => {
    const number = sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    // A letter of another script is shown with its number; what is no letter by its number alone.
    return /\p{L}/u.test(sign) ? `${sign}⟨U+${number}⟩` : `⟨U+${number}⟩`;
  });
  return text.length > LENGTH_MAX ? `${shown}…` : shown;
}
