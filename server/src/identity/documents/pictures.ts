/**
 * A picture that a stranger handed in becomes one of our own: its pixels are decoded and written down anew, so that nothing
 * else of what was sent (a position, a name, a program behind the last pixel) lives on. What would take too much memory is
 * refused by its head, before a pixel is decoded.
 */
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import type { Metadata, Sharp } from 'sharp';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { LIMITS } from '../../limits.ts';
import { Semaphore } from '../../flow/semaphore.ts';

/** A JPEG, upright, in sRGB, without anything but pixels. */
export type Picture = { readonly bytes: Buffer; readonly width: number; readonly height: number };
export type PictureViolation = 'file_too_big' | 'file_type_wrong' | 'upload_failed' | 'busy';

const QUALITY = 85;
const { pixelsMax, wholeBytesMax, sideMax, lineBytesMax, decodingWaitingMax } = LIMITS.uploads;
const TYPES: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};
/** How a camera was held, as EXIF numbers it: the turn clockwise that makes it upright, and whether it is mirrored before. */
const UPRIGHT: Readonly<Record<number, readonly [degrees: number, mirrored: boolean]>> = {
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [270, true],
  6: [90, false],
  7: [90, true],
  8: [270, false],
};

// What was decoded once is not asked for again, and threads of its own would only multiply the memory.
sharp.cache(false);
sharp.concurrency(1);
/** One at a time: a decoder's memory is the bound on how large a picture may be. */
const decoding = new Semaphore({ atOnce: 1, waitingMax: decodingWaitingMax });

/** Reads what was uploaded, or says what is wrong with it. */
export async function readPicture(bytes: Buffer): Promise<Outcome<Picture, PictureViolation>> {
  if (bytes.length === 0) return refuse('upload_failed', { field: 'file' });
  const found = await fileTypeFromBuffer(bytes);
  const format = found === undefined ? undefined : TYPES[found.mime];
  if (format === undefined) return refuse('file_type_wrong', { field: 'file' });
  const head = await headOf(bytes);
  if (head === undefined) return refuse('upload_failed', { field: 'file' });
  if (head.format !== format || (head.pages ?? 1) > 1) return refuse('file_type_wrong', { field: 'file' });
  if (isTooBig(head)) return refuse('file_too_big', { field: 'file' });
  const decoded = await decoding.take(() => redraw(bytes, head));
  if (decoded === undefined) return refuse('busy');
  return decoded === 'broken' ? refuse('upload_failed', { field: 'file' }) : ok(decoded);
}

/** What the head says of the picture; undefined where it has none. */
async function headOf(bytes: Buffer): Promise<Metadata | undefined> {
  try {
    return await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata();
  } catch {
    return undefined;
  }
}

/** By what its decoder would hold at once: some hundred lines of any picture, all of one that comes in several passes. */
function isTooBig(head: Metadata): boolean {
  const { width, height, channels, depth, format, isProgressive, chromaSubsampling } = head;
  const pixels = width * height;
  const perPixel = depth === 'ushort' ? 2 * channels : channels;
  if (pixels > pixelsMax || width * perPixel > lineBytesMax) return true;
  if (format === 'webp') return pixels * 4 > wholeBytesMax;
  if (!isProgressive) return false;
  // Of a JPEG the coefficients are held, two bytes each; where colour is coarser than light, half as many.
  const held = format === 'png' ? perPixel : chromaSubsampling === '4:2:0' ? 3 : 2 * channels;
  return pixels * held > wholeBytesMax;
}

/** Decoded line by line, and made smaller on the way. What lies on its side is turned when it is small, since that takes all pixels at once. */
async function redraw(bytes: Buffer, head: Metadata): Promise<Picture | 'broken'> {
  const [degrees, mirrored] = UPRIGHT[head.orientation ?? 1] ?? [0, false];
  const smaller = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' })
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' });
  try {
    if (degrees === 0 && !mirrored) return await written(smaller);
    const { data, info } = await smaller.raw().toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    return await written(sharp(data, { raw: { width, height, channels } }).rotate(degrees).flop(mirrored));
  } catch {
    return 'broken';
  }
}

/** Nothing but pixels is written: without being told to, sharp carries no metadata over. */
async function written(drawing: Sharp): Promise<Picture> {
  const { data, info } = await drawing
    .jpeg({ quality: QUALITY, optimizeCoding: false })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}
