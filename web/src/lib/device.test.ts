/** Settings of a device: read once, parsed, stored when they change, and propagated to the components that show them. */
import { beforeEach, expect, test } from 'vitest';
import { openDevice } from './device.ts';
import type { Setting } from './device.ts';

const count: Setting<number> = {
  store: 'localStorage',
  key: 'a-count',
  parse: (stored) => (typeof stored === 'number' ? stored : 0),
};

beforeEach(() => {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
});

test('stores a change, which the next start reads', () => {
  const device = openDevice();
  expect(device.read(count)).toBe(0);
  device.write(count, 3);
  expect(device.read(count)).toBe(3);
  expect(openDevice().read(count)).toBe(3);
});

test('parses an invalid record, and notifies listeners of changes until they unsubscribe', () => {
  localStorage.setItem('a-count', '"three"');
  const device = openDevice();
  const heard: number[] = [];
  const leave = device.subscribe(() => heard.push(device.read(count)));
  expect(device.read(count)).toBe(0);
  device.write(count, 1);
  leave();
  device.write(count, 2);
  expect(heard).toEqual([1]);
});
