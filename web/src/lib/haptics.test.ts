import { expect, test } from 'vitest';
import { feel } from './haptics.ts';

type Device = NonNullable<Parameters<typeof feel>[1]>;

function device({ reduced, able = true }: { reduced: boolean; able?: boolean }) {
  const felt: unknown[] = [];
  const navigator = able ? { vibrate: (pattern: unknown) => felt.push(pattern) > 0 } : {};
  const matchMedia = (query: string) => ({ matches: reduced && query.includes('reduced-motion') });
  return { felt, as: { navigator, matchMedia } as unknown as Device };
}

test('vibrates briefly for a key, and in different patterns for a success and a refusal', () => {
  const { felt, as } = device({ reduced: false });
  feel('key', as);
  feel('done', as);
  feel('refused', as);
  expect(felt).toEqual([[8], [14], [18, 60, 18]]);
});

test('does not vibrate with reduced motion or on a phone without vibration', () => {
  const calm = device({ reduced: true });
  feel('refused', calm.as);
  expect(calm.felt).toEqual([]);
  expect(() => feel('done', device({ reduced: false, able: false }).as)).not.toThrow();
});
