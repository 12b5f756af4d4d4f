/** Whether a text has the form of an e-mail address; whether it exists, the mailed code tells. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function looksLikeEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
