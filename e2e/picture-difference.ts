/**
 * Compares two images of a screen, block by block. A block of a few pixels is represented by its mean colour: an edge that
 * another version of the browser smooths differently stays below the bound, whereas a line of text or a space that moved does
 * not.
 */
import sharp from 'sharp';
import { SCALE, looks } from './looks.ts';

/** In pixels of the image, each of which is two of the app's pixels wide. */
const BLOCK = 4;
/** The bound on the difference between two means, out of 255, in the colour that differs most. */
const BOUND = 12;

export type Difference = {
  readonly look: string;
  /** The rectangle that encloses all differences, in pixels of the app within the variant. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

type Pixels = { readonly data: Buffer; readonly width: number; readonly height: number };

async function pixelsOf(picture: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Whether the means of a block differ by more than the bound. */
function blockDiffers(one: Pixels, other: Pixels, left: number, top: number): boolean {
  const sums = [0, 0, 0];
  const right = Math.min(left + BLOCK, one.width);
  const bottom = Math.min(top + BLOCK, one.height);
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = (y * one.width + x) * 3;
      for (let colour = 0; colour < 3; colour += 1) {
        sums[colour] = (sums[colour] ?? 0) + (one.data[at + colour] ?? 0) - (other.data[at + colour] ?? 0);
      }
    }
  }
  const count = (right - left) * (bottom - top);
  return sums.some((sum) => Math.abs(sum) > BOUND * count);
}

/** Empty if the images look the same. */
export async function differences(kept: Buffer, now: Buffer): Promise<readonly Difference[]> {
  // Most images that the same browser rendered are identical to the last byte.
  if (kept.equals(now)) return [];
  const [one, other] = await Promise.all([pixelsOf(kept), pixelsOf(now)]);
  if (one.width !== other.width || one.height !== other.height) {
    return looks.map(({ name, width, height }) => ({ look: name, left: 0, top: 0, width, height }));
  }
  const drawn = looks.filter((look) => (look.left + look.width) * SCALE <= one.width);
  return drawn.flatMap((look) => {
    const [left, top, right, bottom] = [
      look.left,
      look.top,
      look.left + look.width,
      look.top + look.height,
    ].map((edge) => edge * SCALE) as [number, number, number, number];
    const found: { x: number; y: number }[] = [];
    for (let y = top; y < bottom; y += BLOCK) {
      for (let x = left; x < right; x += BLOCK) if (blockDiffers(one, other, x, y)) found.push({ x, y });
    }
    if (found.length === 0) return [];
    const [xs, ys] = [found.map(({ x }) => x), found.map(({ y }) => y)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return [
      {
        look: look.name,
        left: (x - left) / SCALE,
        top: (y - top) / SCALE,
        width: (Math.max(...xs) + BLOCK - x) / SCALE,
        height: (Math.max(...ys) + BLOCK - y) / SCALE,
      },
    ];
  });
}

/** The current image, with a frame around the differences in each variant. */
export async function framed(now: Buffer, found: readonly Difference[]): Promise<Buffer> {
  const { width, height } = await sharp(now).metadata();
  const frames = found.map((one) => {
    const look = looks.find(({ name }) => name === one.look);
    const [x, y] = [((look?.left ?? 0) + one.left) * SCALE, ((look?.top ?? 0) + one.top) * SCALE];
    const size = `width="${one.width * SCALE}" height="${one.height * SCALE}"`;
    return `<rect x="${x}" y="${y}" ${size} fill="none" stroke="#ff00c8" stroke-width="3"/>`;
  });
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${frames.join('')}</svg>`;
  return sharp(now)
    .composite([{ input: Buffer.from(drawn) }])
    .webp({ quality: 80 })
    .toBuffer();
}
