/** The mapping from keys to actions. */
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

test('maps only Escape to an action while a text field has the focus', () => {
  expect(actOf({ ...free, typing: true, key: 'a' })).toBeUndefined();
  expect(actOf({ ...free, typing: true, key: 'ArrowDown' })).toBeUndefined();
  expect(actOf({ ...free, typing: true, key: 'Escape' })).toBe('back');
});

test('maps Enter to no action while a button has the focus', () => {
  expect(actOf({ ...free, pressable: true, key: 'Enter' })).toBeUndefined();
  expect(actOf({ ...free, pressable: true, key: 'a' })).toBe('approve');
});

test('maps keys with Ctrl, Alt or Meta to no action', () => {
  expect(actOf({ ...free, modified: true, key: 'r' })).toBeUndefined();
});
