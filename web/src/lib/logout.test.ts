/** Removal of a customer's input at logout. */
import { afterEach, expect, test } from 'vitest';
import { createLogouts } from './logout.ts';

afterEach(() => Reflect.deleteProperty(globalThis, 'sessionStorage'));

/** Creates a storage whose entries are properties of the object, as in a browser. */
function storage(entries: Readonly<Record<string, string>>): Record<string, string> {
  const stored = Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  }) as Record<string, string>;
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, value: stored });
  return Object.assign(stored, entries);
}

test('removes drafts and unanswered commands, unmounts the screens and keeps other entries', () => {
  const { forgetTyped, store } = createLogouts();
  const left = storage({
    'candor.draft.verification': '{"certificate_number":"C01X00T47"}',
    'candor.unanswered.exchange': '{"request":{}}',
    'candor.unanswered': '{}',
    'of another app': '1',
  });
  forgetTyped();
  expect(Object.keys(left)).toEqual(['of another app']);
  expect(store.getState().count).toBe(1);
});

test('keeps the input after an expired session only for the same customer', () => {
  const { typedBy, store } = createLogouts();
  const draft = 'candor.draft.verification';
  const left = storage({ [draft]: '{"certificate_number":"C01X00T47"}' });
  // A visitor's input is kept at the login and at the same customer's next login after the session has expired.
  typedBy('100001');
  typedBy('100001');
  expect(left[draft]).toContain('C01X00T47');
  expect(store.getState().count).toBe(0);
  typedBy('100002');
  expect(Object.entries(left)).toEqual([['candor.whose', '"100002"']]);
  expect(store.getState().count).toBe(1);
});

test('does not throw when storage is unavailable', () => {
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get: () => {
      throw new Error('denied');
    },
  });
  const { forgetTyped, typedBy } = createLogouts();
  expect(() => typedBy('100001')).not.toThrow();
  expect(() => forgetTyped()).not.toThrow();
});
