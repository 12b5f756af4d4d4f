/** The selected row while the queue changes, and the case that opens after a decision. */
import { expect, test } from 'vitest';
import type { CaseRef } from '../../lib/case-names.ts';
import { caseAfter, firstRow, placeOf, selectionOf } from './selection.ts';

const of = (id: string): CaseRef => ({ kind: 'deposit', customer: '7', id });
const rows = [of('1'), of('2'), of('3')];

test('keeps a case selected when rows before it are removed', () => {
  const selection = selectionOf(2, rows);
  expect(placeOf(selection, [of('2'), of('3')], 2)).toBe(1);
  expect(placeOf(selectionOf(1, rows), [of('2'), of('3'), of('4')], 3)).toBe(0);
});

test('keeps the position if the selected case is removed, or moves to the last row of a shorter queue', () => {
  expect(placeOf(selectionOf(1, rows), [of('1'), of('3')], 2)).toBe(1);
  expect(placeOf(selectionOf(2, rows), [of('1'), of('2')], 2)).toBe(1);
  expect(placeOf(selectionOf(2, rows), [], 0)).toBe(0);
});

test('selects an unloaded row by its position', () => {
  expect(placeOf(selectionOf(500, rows), rows, 1000)).toBe(500);
  expect(placeOf(firstRow, rows, 3)).toBe(0);
});

test.each([
  ['deposit-7-1', '2'],
  ['deposit-7-2', '3'],
  ['deposit-7-3', '2'],
  ['deposit-7-9', '1'],
])('returns the case to open after a decision about %s: %s', (decided, next) => {
  expect(caseAfter(decided, rows)?.id).toBe(next);
});

test('returns no case to open after a decision about the only case', () => {
  expect(caseAfter('deposit-7-1', [of('1')])).toBeUndefined();
});
