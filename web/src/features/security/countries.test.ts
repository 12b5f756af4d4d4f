/** Country names, codes and phone numbers. */
import { expect, test } from 'vitest';
import { countriesIn, looksLikePhone } from './countries.ts';

const codes = [
  { country: 'GB', area_code: '44' },
  { country: 'ES', area_code: '34' },
  { country: 'DE', area_code: '49' },
];

test.each([
  ['en', ['Germany', 'Spain', 'United Kingdom']],
  ['es', ['Alemania', 'España', 'Reino Unido']],
])('sorts country names in the language %s', (locale, names) => {
  expect(countriesIn(locale, codes).map((one) => one.name)).toEqual(names);
});

test('returns the name and the dialling code of each country', () => {
  expect(countriesIn('en', codes)[1]).toEqual({ country: 'ES', name: 'Spain', areaCode: '34' });
});

test.each([
  ['', false],
  ['123', false],
  ['7700900123', true],
  ['123456789012345', false],
  ['0x12', false],
])('reports whether %j can be a phone number: %s', (digits, can) => {
  expect(looksLikePhone(digits)).toBe(can);
});
