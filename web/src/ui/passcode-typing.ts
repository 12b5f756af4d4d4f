/** The effect of a key on a typed passcode. Unlike an amount, it may begin with zeros. Pure. */
export const PASSCODE_LENGTH = 6;

export type PasscodeKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'delete' | 'clear';

/** Returns the digits of a typed or pasted text, up to the length of a passcode. */
export function cleanPasscode(text: string): string {
  return text.replace(/\D/g, '').slice(0, PASSCODE_LENGTH);
}

export function typePasscode(text: string, key: PasscodeKey): string {
  if (key === 'clear') return '';
  return key === 'delete' ? text.slice(0, -1) : cleanPasscode(text + key);
}
