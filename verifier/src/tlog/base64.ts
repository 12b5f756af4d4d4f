/** Standard Base64 with padding (RFC 4648, section 4), strictly in its one canonical form. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const FORM = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** The bytes of a text; undefined if it is not Base64, or not the form that encoding these bytes gives. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (!FORM.test(text)) return undefined;
  const decoded = atob(text);
  const bytes = Uint8Array.from(decoded, (character) => character.charCodeAt(0));
  return isCanonical(text) ? bytes : undefined;
}

/** The bits of the last character that encode nothing must be zero. */
function isCanonical(text: string): boolean {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  if (padding === 0) return true;
  const last = ALPHABET.indexOf(text.charAt(text.length - 1 - padding));
  return last % (padding === 2 ? 16 : 4) === 0;
}
