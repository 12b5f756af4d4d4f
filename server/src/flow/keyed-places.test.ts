import { expect, test } from 'vitest';
import { KeyedPlaces } from './keyed-places.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('admits as many callers per key as there are places, and the others in order of arrival', async () => {
  const places = new KeyedPlaces<string>(2);
  const entered: string[] = [];
  const enter = (key: string, name: string) => void places.enter(key).then(() => entered.push(name));
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter('a', name);
  enter('b', 'b1');
  await turn();
  expect(entered.toSorted()).toEqual(['a1', 'a2', 'b1']);
  places.leave('a');
  await turn();
  expect(entered.at(-1)).toBe('a3');
  places.leave('a');
  await turn();
  expect(entered.at(-1)).toBe('a4');
  for (const key of ['a', 'a', 'b']) places.leave(key);
  expect(() => places.leave('a')).toThrow('expected a to have a place');
});
