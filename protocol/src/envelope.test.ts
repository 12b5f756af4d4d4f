/** Params in texts: numbers as they are, times formatted. */
import { expect, it } from 'vitest';
import { fill } from './envelope.ts';

it('replaces params in braces and keeps unknown ones', () => {
  expect(fill('{min} to {max}', { min: '6' })).toBe('6 to {max}');
});

it.each(['reopens_at', 'until'])('formats the seconds of %s as a UTC time', (name) => {
  expect(fill(`closed to {${name}}`, { [name]: '1399842000' })).toBe('closed to 2014-05-11 21:00 UTC');
});

it('keeps a time that is already formatted', () => {
  expect(fill('until {reopens_at}', { reopens_at: '12 May, 04:00' })).toBe('until 12 May, 04:00');
});
