/** The default name for this device, from the browser's user agent; the customer may change it. Pure. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/iphone/i, 'iPhone'],
  [/ipad/i, 'iPad'],
  [/android/i, 'Android'],
  [/mac os x|macintosh/i, 'Mac'],
  [/windows/i, 'Windows'],
  [/linux|cros/i, 'Linux'],
];

/** Returns an empty string if the device is unknown. */
export function deviceName(userAgent: string): string {
  return systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
}
