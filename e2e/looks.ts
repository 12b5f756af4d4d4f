/**
 * The variants in which each screen is rendered: the widths of a phone, a tablet and a desktop, in light and in dark, side by
 * side in one image. Sheets and states are rendered only in the variants of the phone. All windows are equally high, so that much
 * of a long screen is in its image.
 */
export type Look = {
  readonly name: string;
  readonly theme: 'light' | 'dark';
  /** The window's position on the sheet of all variants, in pixels of the app. */
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

/** The variants of the phone are leftmost. */
export const phoneWidth = widths[0][1];
export const deskWidth = widths[2][1];

/** An image has half the pixels of the screen, in each direction. */
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
