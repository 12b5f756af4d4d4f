/**
 * The looks that each screen is drawn in: as wide as a phone, a tablet and a desk, in light and in dark, side by side on one
 * picture; sheets and states in those of the phone alone. All windows are equally high, so that much of a long screen is on its
 * picture.
 */
export type Look = {
  readonly name: string;
  readonly theme: 'light' | 'dark';
  /** Where its window stands on the sheet of all looks, in pixels of the app. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

const widths = [
  ['phone', 360],
  ['tablet', 768],
  ['desk', 1280],
] as const;
const HEIGHT = 1024;

/** The looks of the phone stand leftmost. */
export const phoneWidth = widths[0][1];
export const deskWidth = widths[2][1];

/** A picture has half the pixels of what it shows, each way. */
export const SCALE = 0.5;

export const looks: readonly Look[] = (['light', 'dark'] as const).flatMap((theme, row) =>
  widths.map(([name, width], at) => ({
    name: `${name}, ${theme}`,
    theme,
    left: widths.slice(0, at).reduce((sum, [, before]) => sum + before, 0),
    top: row * HEIGHT,
    width,
    height: HEIGHT,
  })),
);

export const sheetSize = {
  width: widths.reduce((sum, [, width]) => sum + width, 0),
  height: 2 * HEIGHT,
} as const;
