/** What the features declare fits together: each feature chooses its own paths, letters and kinds of cases. */
import { caseKinds } from '@candor/protocol/desk/console.ts';
import { expect, it } from 'vitest';
import { features } from './features.ts';
import { places } from './navigation.ts';

const lists = features.flatMap((one) => Object.keys(one.lists ?? {}).map((name) => `/${name}`));
const pages = features.flatMap((one) => Object.keys(one.pages ?? {}));

/** Returns the texts that occur more than once. */
const twice = (texts: readonly (number | string)[]) => texts.filter((text, at) => texts.indexOf(text) !== at);

it('gives no two screens the same path, letter or position', () => {
  expect(twice([...lists, ...pages])).toEqual([]);
  expect(twice(places.map(({ path }) => path))).toEqual([]);
  expect(twice(places.map(({ letter }) => letter))).toEqual([]);
  expect(twice(places.map(({ at }) => at))).toEqual([]);
});

it('has a screen for every navigation entry', () => {
  // The app composes these.
  const known = new Set(['/', '/queue', '/customers', ...lists, ...pages]);
  expect(places.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([]);
  expect(places.length).toBeGreaterThan(15);
});

it('shows each kind of case in exactly one feature', () => {
  const shown = features.flatMap((one) => Object.keys(one.cases ?? {}));
  expect(shown.toSorted()).toEqual([...caseKinds].toSorted());
});
