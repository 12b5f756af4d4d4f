/** Which key asks for what, and when it is the field's or the browser's. */
import { expect, test } from 'vitest';
import { actOf } from './console-keys.ts';

const free = { modified: false, typing: false, pressable: false };

test.each([
  ['j', 'next'],
  ['ArrowDown', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['a', 'approve'],
  ['h', 'hold'],
  ['r', 'reject'],
  ['d', 'document'],
  ['D', 'document before'],
  ['?', 'keys'],
  ['Escape', 'back'],
  ['x', undefined],
  ['A', undefined],
] as const)('%s asks for %s', (key, act) => {
  expect(actOf({ ...free, key })).toBe(act);
});

test('who types writes letters, and Escape still leads back', () => {
  expect(actOf({ ...free, typing: true, key: 'a' })).toBeUndefined();
  expect(actOf({ ...free, typing: true, key: 'ArrowDown' })).toBeUndefined();
  expect(actOf({ ...free, typing: true, key: 'Escape' })).toBe('back');
});

test('Enter presses what has the focus', () => {
  expect(actOf({ ...free, pressable: true, key: 'Enter' })).toBeUndefined();
  expect(actOf({ ...free, pressable: true, key: 'a' })).toBe('approve');
});

test('with Ctrl, Alt or Meta a key is the browser’s', () => {
  expect(actOf({ ...free, modified: true, key: 'r' })).toBeUndefined();
});
