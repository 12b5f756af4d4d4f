/** The text of an accepted command's answer. */
import { expect, test } from 'vitest';
import { Accepted } from './accepted.ts';

test.each([{ id: '7', legs: [] }, [], 'text', 3, null])(
  'stores and returns the answer %j as JSON',
  (value) => {
    const outcome = new Accepted(value);
    expect(outcome.stored).toBe(JSON.stringify({ ok: true, value }));
    expect(Accepted.textOf(outcome)).toBe(JSON.stringify(value));
    expect(Accepted.textOf({ value })).toBe(JSON.stringify(value));
  },
);

test('stores a command without an answer as accepted', () => {
  const outcome = new Accepted(undefined);
  expect(outcome.stored).toBe(JSON.stringify({ ok: true, value: undefined }));
  expect(outcome).toMatchObject({ ok: true, value: undefined });
});
