/** Which row stays meant while the queue changes, and what comes after a decision. */
import { expect, test } from 'vitest';
import type { CaseRef } from '../../lib/case-names.ts';
import { caseAfter, firstRow, placeOf, selectionOf } from './selection.ts';

const of = (id: string): CaseRef => ({ kind: 'deposit', customer: '7', id });
const rows = [of('1'), of('2'), of('3')];

test('a case stays meant when others before it are gone', () => {
  const selection = selectionOf(2, rows);
  expect(placeOf(selection, [of('2'), of('3')], 2)).toBe(1);
});

test('the place stays when its case is gone, and ends with the queue', () => {
  expect(placeOf(selectionOf(1, rows), [of('1'), of('3')], 2)).toBe(1);
  expect(placeOf(selectionOf(2, rows), [of('1'), of('2')], 2)).toBe(1);
  expect(placeOf(selectionOf(2, rows), [], 0)).toBe(0);
});

test('a row that is not read yet is meant by its place', () => {
  expect(placeOf(selectionOf(500, rows), rows, 1000)).toBe(500);
  expect(placeOf(firstRow, rows, 3)).toBe(0);
});

test.each([
  ['deposit-7-1', '2'],
  ['deposit-7-2', '3'],
  ['deposit-7-3', '2'],
  ['deposit-7-9', '1'],
])('after %s comes %s', (decided, next) => {
  expect(caseAfter(decided, rows)?.id).toBe(next);
});

test('after the only one comes none', () => {
  expect(caseAfter('deposit-7-1', [of('1')])).toBeUndefined();
});
