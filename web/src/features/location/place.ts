/** Places on the earth in degrees: parsing, formatting, and parameters of an address. Pure. */

export type Place = { readonly latitude: number; readonly longitude: number };

/** The number of decimal places. The fifth is about a metre, which is more precise than a finger on a map. */
const PLACES = 5;
export const LATITUDE_MAX = 90;
export const LONGITUDE_MAX = 180;

/** Parses degrees with a point or a comma and an optional sign. Returns undefined if they are invalid or out of range. */
export function readDegrees(text: string, max: number): number | undefined {
  const plain = text.trim().replace('−', '-').replace(',', '.');
  if (!/^[+-]?\d{1,3}(\.\d{1,10})?$/.test(plain)) return undefined;
  const degrees = Number(plain);
  return Math.abs(degrees) > max ? undefined : degrees;
}

export function readPlace(latitude: string, longitude: string): Place | undefined {
  const north = readDegrees(latitude, LATITUDE_MAX);
  const east = readDegrees(longitude, LONGITUDE_MAX);
  return north === undefined || east === undefined ? undefined : { latitude: north, longitude: east };
}

/** Formats degrees with a decimal point in every language, so that they can be pasted anywhere. */
function degreesText(degrees: number): string {
  const rounded = degrees.toFixed(PLACES);
  return Number(rounded) === 0 ? (0).toFixed(PLACES) : rounded;
}

export function placeText({ latitude, longitude }: Place): string {
  return `${degreesText(latitude)}, ${degreesText(longitude)}`;
}

export function placeParams({ latitude, longitude }: Place): Record<'latitude' | 'longitude', string> {
  return { latitude: degreesText(latitude), longitude: degreesText(longitude) };
}

/** Returns the address `back` with the parameters for the place, which replace those of an earlier place. */
export function withPlace(back: string, place: Place): string {
  const cut = back.indexOf('?');
  const path = cut === -1 ? back : back.slice(0, cut);
  const params = new URLSearchParams(cut === -1 ? '' : back.slice(cut + 1));
  for (const [name, value] of Object.entries(placeParams(place))) params.set(name, value);
  return `${path}?${params}`;
}
