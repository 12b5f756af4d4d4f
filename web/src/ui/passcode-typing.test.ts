/** The effect of keys and pastes on a passcode. */
import { expect, test } from 'vitest';
import type { PasscodeKey } from './passcode-typing.ts';
import { cleanPasscode, typePasscode } from './passcode-typing.ts';

test.each<[string, PasscodeKey, string]>([
  ['', '0', '0'],
  ['0', '0', '00'],
  ['12345', '6', '123456'],
  ['123456', '7', '123456'],
  ['12', 'delete', '1'],
  ['', 'delete', ''],
  ['1234', 'clear', ''],
])('changes %j by the key %s to %j', (text, key, result) => {
  expect(typePasscode(text, key)).toBe(result);
});

test.each([
  ['135 790', '135790'],
  ['1357901', '135790'],
  ['abc', ''],
])('parses the pasted text %j as %j', (text, result) => {
  expect(cleanPasscode(text)).toBe(result);
});
