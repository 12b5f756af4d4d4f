import { expect, it } from 'vitest';
import { areaCodes, phoneNumber } from './phone-numbers.ts';

it.each([
  ['44', '1632960001', '+441632960001'],
  ['44', '01632960001', '+441632960001'],
  ['44', '7700900123', '+447700900123'],
  ['1', '2025550123', '+12025550123'],
  ['86', '13800138000', '+8613800138000'],
  ['39', '0612345678', '+390612345678'],
  ['852', '91234567', '+85291234567'],
  ['44', '12', undefined],
  ['44', '16329600010000', undefined],
  ['999', '1632960001', undefined],
  ['4', '41632960001', undefined],
])('formats the phone number +%s %s as %s', (area_code, phone, number) => {
  expect(phoneNumber({ area_code, phone })).toBe(number);
});

it('has a dialling code for every country', () => {
  const all = areaCodes();
  expect(all.length).toBeGreaterThan(230);
  expect(all).toEqual(
    expect.arrayContaining([
      { country: 'GB', area_code: '44' },
      { country: 'US', area_code: '1' },
      { country: 'VN', area_code: '84' },
    ]),
  );
  for (const { country, area_code } of all) {
    expect(country).toMatch(/^[A-Z]{2}$/);
    expect(area_code).toMatch(/^[1-9]\d{0,3}$/);
  }
});
