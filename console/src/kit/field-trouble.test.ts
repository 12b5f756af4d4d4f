/** The texts of refused fields. */
import { expect, test } from 'vitest';
import { sayIn } from '../../build/said.ts';
import { referenceFormat } from './decision-fields.tsx';
import type { DecisionField } from './decision-fields.tsx';
import { hintOf, troubleIn } from './field-trouble.ts';

const t = sayIn('en');
const field = (network: 'tron' | 'wire'): DecisionField => ({
  ...{ name: 'reference', label: 'Payment reference', kind: 'line', hint: 'The customer sees it.' },
  format: referenceFormat(t, network),
});
const wrong = (name: string) => ({ error: 'parameter_wrong', params: { field: name } }) as const;

test.each([
  ['tron', 'Payment reference', '64 characters'],
  ['wire', 'Payment reference', '120 characters'],
] as const)('names the field and the format when a reference on %s is refused', (network, label, format) => {
  const words = troubleIn(t, wrong('reference'), [field(network)]);
  expect(words).toContain(`: ${label}.`);
  expect(words).toContain(format);
  expect(words).not.toContain('reference:');
});

test('shows the format beside the field before anything is sent', () => {
  expect(hintOf(t, field('tron'))).toMatch(/^The customer sees it\. .*64 characters/);
  expect(hintOf(t, { format: 'Any text.' })).toBe('Any text.');
  expect(hintOf(t, {})).toBeUndefined();
});

test('shows no format if the refusal concerns another field or another rule', () => {
  expect(troubleIn(t, wrong('amount'), [field('tron')])).toBe(
    'This isn’t valid: amount. Correct it and try again.',
  );
  const used = { error: 'reference_used', params: { field: 'reference' } } as const;
  expect(troubleIn(t, used, [field('tron')])).not.toContain('64 characters');
});
