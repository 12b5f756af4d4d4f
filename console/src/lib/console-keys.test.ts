/** The actions of keys, and the cases in which a key belongs to a field or the browser. */
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
] as const)('maps %s to %s', (key, act) => {
  expect(actOf({ ...free, key })).toBe(act);
});

test('leaves letters to a text field, except for Escape', () => {
  expect(actOf({ ...free, typing: true, key: 'a' })).toBeUndefined();
  expect(actOf({ ...free, typing: true, key: 'ArrowDown' })).toBeUndefined();
  expect(actOf({ ...free, typing: true, key: 'Escape' })).toBe('back');
});

test('leaves Enter to a focused button', () => {
  expect(actOf({ ...free, pressable: true, key: 'Enter' })).toBeUndefined();
  expect(actOf({ ...free, pressable: true, key: 'a' })).toBe('approve');
});

test('leaves keys with Ctrl, Alt or Meta to the browser', () => {
  expect(actOf({ ...free, modified: true, key: 'r' })).toBeUndefined();
});
