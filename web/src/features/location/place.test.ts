import { expect, it } from 'vitest';
import { LATITUDE_MAX, LONGITUDE_MAX, placeText, readDegrees, readPlace, withPlace } from './place.ts';

it.each([
  ['51.5074', LATITUDE_MAX, 51.5074],
  ['51,5074', LATITUDE_MAX, 51.5074],
  [' -33.86 ', LATITUDE_MAX, -33.86],
  ['−33.86', LATITUDE_MAX, -33.86],
  ['+7', LATITUDE_MAX, 7],
  ['90', LATITUDE_MAX, 90],
  ['90.00001', LATITUDE_MAX, undefined],
  ['179.99', LONGITUDE_MAX, 179.99],
  ['-180', LONGITUDE_MAX, -180],
  ['180.1', LONGITUDE_MAX, undefined],
  ['', LATITUDE_MAX, undefined],
  ['1e1', LATITUDE_MAX, undefined],
  ['0x10', LATITUDE_MAX, undefined],
  ['Infinity', LATITUDE_MAX, undefined],
  ['51°', LATITUDE_MAX, undefined],
  ['1.2.3', LATITUDE_MAX, undefined],
  ['12 34', LATITUDE_MAX, undefined],
])('parses the degrees %j, at most %d, as %s', (text, max, degrees) => {
  expect(readDegrees(text, max)).toBe(degrees);
});

it('returns no place unless both coordinates are valid', () => {
  expect(readPlace('1', '2')).toEqual({ latitude: 1, longitude: 2 });
  expect(readPlace('1', '')).toBeUndefined();
  expect(readPlace('91', '2')).toBeUndefined();
});

it('formats a place with five decimal places and without a negative zero', () => {
  expect(placeText({ latitude: 51.507351, longitude: -0.127758 })).toBe('51.50735, -0.12776');
  expect(placeText({ latitude: -0.000001, longitude: 0 })).toBe('0.00000, 0.00000');
});

it.each([
  ['/pages/me/bank', '/pages/me/bank?latitude=1.00000&longitude=-2.50000'],
  ['/a?tab=x&latitude=9', '/a?tab=x&latitude=1.00000&longitude=-2.50000'],
])('adds the place to the address %s and replaces an earlier place', (back, address) => {
  expect(withPlace(back, { latitude: 1, longitude: -2.5 })).toBe(address);
});
