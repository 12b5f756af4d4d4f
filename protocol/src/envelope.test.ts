/** Inserting parameters into texts. */
import { expect, it } from 'vitest';
import { fill } from './envelope.ts';

it('inserts parameters and leaves unknown placeholders unchanged', () => {
  expect(fill('{min} to {max}', { min: '6' })).toBe('6 to {max}');
});

it.each(['reopens_at', 'until'])('formats the parameter %s, in seconds, as a UTC time', (name) => {
  expect(fill(`closed to {${name}}`, { [name]: '1399842000' })).toBe('closed to 2014-05-11 21:00 UTC');
});

it('inserts an already formatted time unchanged', () => {
  expect(fill('until {reopens_at}', { reopens_at: '12 May, 04:00' })).toBe('until 12 May, 04:00');
});
