/** A first guess at what to call this device, from what the browser says of itself; the customer may write another. Pure. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/iphone/i, 'iPhone'],
  [/ipad/i, 'iPad'],
  [/android/i, 'Android'],
  [/mac os x|macintosh/i, 'Mac'],
  [/windows/i, 'Windows'],
  [/linux|cros/i, 'Linux'],
];

/** Empty where it cannot be told. */
export function deviceName(userAgent: string): string {
  return systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
}
