/** A place on the earth in degrees, as it is typed, shown and given on in an address. Pure. */

export type Place = { readonly latitude: number; readonly longitude: number };

/** A fifth decimal is a metre, more than anybody points at. */
const PLACES = 5;
export const LATITUDE_MAX = 90;
export const LONGITUDE_MAX = 180;

/** Reads degrees with a point or a comma and a sign before them; undefined when they are none or beyond the earth. */
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

/** With a point whatever the language, so that it can be typed and copied anywhere. */
function degreesText(degrees: number): string {
  const rounded = degrees.toFixed(PLACES);
  return Number(rounded) === 0 ? (0).toFixed(PLACES) : rounded;
}

export function placeText({ latitude, longitude }: Place): string {
  return `${degreesText(latitude)}, ${degreesText(longitude)}`;
}

/** What brings a place along in an address of the app. */
export function placeParams({ latitude, longitude }: Place): Record<'latitude' | 'longitude', string> {
  return { latitude: degreesText(latitude), longitude: degreesText(longitude) };
}

/** The address `back` of this app with the place added, in place of one that it had. */
export function withPlace(back: string, place: Place): string {
  const cut = back.indexOf('?');
  const path = cut === -1 ? back : back.slice(0, cut);
  const params = new URLSearchParams(cut === -1 ? '' : back.slice(cut + 1));
  for (const [name, value] of Object.entries(placeParams(place))) params.set(name, value);
  return `${path}?${params}`;
}
