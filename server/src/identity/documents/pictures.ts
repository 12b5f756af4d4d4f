/**
 * Re-encodes an uploaded image, so that only its pixels survive: metadata such as a location or a name is dropped, and so is
 * anything hidden after the last pixel. An image that would need too much memory is rejected by its header before any pixel is
 * decoded.
 */
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import type { Metadata, Sharp } from 'sharp';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { LIMITS } from '../../limits.ts';
import { Semaphore } from '../../flow/semaphore.ts';

/** An upright sRGB JPEG without metadata. */
export type Picture = { readonly bytes: Buffer; readonly width: number; readonly height: number };
export type PictureViolation = 'file_too_big' | 'file_type_wrong' | 'upload_failed' | 'busy';

const QUALITY = 85;
const { pixelsMax, wholeBytesMax, sideMax, lineBytesMax, decodingWaitingMax } = LIMITS.uploads;
const TYPES: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};
/** For each EXIF orientation, the clockwise rotation in degrees that turns the image upright, and whether to mirror it first. */
const UPRIGHT: Readonly<Record<number, readonly [degrees: number, mirrored: boolean]>> = {
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [270, true],
  6: [90, false],
  7: [90, true],
  8: [270, false],
};

// The cache and threads are off: a decoded image is never needed again, and sharp's threads would only multiply the memory used.
sharp.cache(false);
sharp.concurrency(1);
/** Decodes one image at a time, because concurrent decoding would multiply the memory used. */
const decoding = new Semaphore({ atOnce: 1, waitingMax: decodingWaitingMax });

/** Returns the decoded image or the violation of the upload. */
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

/** Returns undefined if the header can't be read. */
async function headOf(bytes: Buffer): Promise<Metadata | undefined> {
  try {
    return await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata();
  } catch {
    return undefined;
  }
}

/** Estimates the memory in bytes: about a hundred lines, or the entire image if it is interlaced or progressive. */
function isTooBig(head: Metadata): boolean {
  const { width, height, channels, depth, format, isProgressive, chromaSubsampling } = head;
  const pixels = width * height;
  const perPixel = depth === 'ushort' ? 2 * channels : channels;
  if (pixels > pixelsMax || width * perPixel > lineBytesMax) return true;
  if (format === 'webp') return pixels * 4 > wholeBytesMax;
  if (!isProgressive) return false;
  // The decoder of a progressive JPEG holds all coefficients, two bytes each; 4:2:0 chroma subsampling halves their number.
  const held = format === 'png' ? perPixel : chromaSubsampling === '4:2:0' ? 3 : 2 * channels;
  return pixels * held > wholeBytesMax;
}

/** Decodes line by line and shrinks in the same pass. Rotating needs all pixels in memory, so it comes after shrinking. */
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

/** sharp writes no metadata by default. */
async function written(drawing: Sharp): Promise<Picture> {
  const { data, info } = await drawing
    .jpeg({ quality: QUALITY, optimizeCoding: false })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}
