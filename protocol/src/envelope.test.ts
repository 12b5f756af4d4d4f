/** Params in texts: figures as they are, moments as times. */
import { expect, it } from 'vitest';
import { fill } from './envelope.ts';

it('puts params into braces and leaves what it does not know', () => {
  expect(fill('{min} to {max}', { min: '6' })).toBe('6 to {max}');
});

it.each(['reopens_at', 'until'])('writes the seconds of %s as a time in UTC', (name) => {
  expect(fill(`closed to {${name}}`, { [name]: '1399842000' })).toBe('closed to 2014-05-11 21:00 UTC');
});

it('keeps a time that is written already', () => {
  expect(fill('until {reopens_at}', { reopens_at: '12 May, 04:00' })).toBe('until 12 May, 04:00');
});
