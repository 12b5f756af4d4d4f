/** Re-encodes untrusted uploads so that only their pixels survive, and rejects unsupported formats. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { floodPng, photo, photoWithPosition, polyglot } from '@candor/testing/pictures.ts';
import { LIMITS } from '../../limits.ts';
import { readPicture } from './pictures.ts';

async function drawn(bytes: Buffer) {
  const read = await readPicture(bytes);
  if (!read.ok) throw new Error(read.refusal.code);
  return read.value;
}

const text = (content: string): Buffer => Buffer.from(content);

async function animated(format: 'webp' | 'gif'): Promise<Buffer> {
  const frames = await Promise.all([1, 2].map((seed) => photo(seed, { width: 40, height: 30 })));
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

/** An acTL chunk after the header marks a PNG as animated. */
async function movingPng(): Promise<Buffer> {
  const png = await photo(4, { format: 'png' });
  const control = Buffer.from('000000086163544c000000020000000095f6ee4e', 'hex');
  return Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
}

describe('an upload', () => {
  const cases: [what: string, bytes: () => Buffer | Promise<Buffer>, code: string][] = [
    ['empty', () => Buffer.of(), 'upload_failed'],
    [
      'SVG',
      () => text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'file_type_wrong',
    ],
    [
      'SVG with a prolog',
      () => text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'file_type_wrong',
    ],
    ['HTML', () => text('<!doctype html><script>alert(1)</script>'), 'file_type_wrong'],
    ['JavaScript', () => text('alert(1)'), 'file_type_wrong'],
    ['PDF', () => text('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), 'file_type_wrong'],
    [
      'GIF',
      async () =>
        sharp(await photo(1))
          .gif()
          .toBuffer(),
      'file_type_wrong',
    ],
    [
      'TIFF',
      async () =>
        sharp(await photo(1))
          .tiff()
          .toBuffer(),
      'file_type_wrong',
    ],
    [
      'AVIF',
      async () =>
        sharp(await photo(1, { width: 64, height: 64 }))
          .avif()
          .toBuffer(),
      'file_type_wrong',
    ],
    ['an animated WebP', () => animated('webp'), 'file_type_wrong'],
    ['an animated GIF', () => animated('gif'), 'file_type_wrong'],
    ['an animated PNG', movingPng, 'file_type_wrong'],
    ['the head of a JPEG', async () => (await photo(1)).subarray(0, 200), 'upload_failed'],
    ['half a JPEG', async () => half(await photo(1)), 'upload_failed'],
    ['half a PNG', async () => half(await photo(1, { format: 'png' })), 'upload_failed'],
    ['half a WebP', async () => half(await photo(1, { format: 'webp' })), 'upload_failed'],
    [
      'noise after a valid signature',
      () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(999, 7)]),
      'upload_failed',
    ],
    ['an image with too many pixels', () => floodPng(50_000, 50_000), 'file_too_big'],
    ['an image with too long lines', () => floodPng(900_000, 50), 'file_too_big'],
    [
      'an interlaced image with too many pixels',
      () => floodPng(6000, 6000, { interlaced: true }),
      'file_too_big',
    ],
  ];
  test.each(cases)('is rejected if it is %s', async (_, bytes, code) => {
    expect(await readPicture(await bytes())).toMatchObject({ ok: false, refusal: { code } });
  });
});

const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);

describe('re-encoding', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('turns %s into a JPEG', async (format) => {
    const picture = await drawn(await photo(2, { format }));
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 400 });
    expect(picture).toMatchObject({ width: 640, height: 400 });
  });

  test('shrinks a large image to the maximum side length', async () => {
    const picture = await drawn(await photo(2, { width: 5200, height: 1000 }));
    expect([picture.width, picture.height]).toEqual([LIMITS.uploads.sideMax, 500]);
  });

  test('renders transparency as white', async () => {
    const clear = sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    });
    const picture = await drawn(await clear.png().toBuffer());
    const { dominant } = await sharp(picture.bytes).stats();
    expect(dominant.r).toBeGreaterThan(240);
  });

  test('removes the HTML of a polyglot file', async () => {
    const given = await polyglot(3);
    expect(given.includes('candor-polyglot')).toBe(true);
    const { bytes } = await drawn(given);
    expect(bytes.includes('candor-polyglot')).toBe(false);
    expect(bytes.includes('script')).toBe(false);
    // The image ends with JPEG's end-of-image marker, so nothing follows it.
    expect(bytes.subarray(-2)).toEqual(Buffer.from('ffd9', 'hex'));
  });

  test('removes the location and author of a photo', async () => {
    const given = await photoWithPosition(5);
    const before = await sharp(given).metadata();
    expect(before.exif?.includes('Lena Fischer')).toBe(true);
    const { bytes } = await drawn(given);
    const after = await sharp(bytes).metadata();
    expect([after.exif, after.xmp, after.iptc, after.icc, after.orientation]).toEqual(
      Array(5).fill(undefined),
    );
    for (const word of ['Exif', 'Lena', 'Candorphone', 'GPS']) expect(bytes.includes(word)).toBe(false);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('turns a photo with orientation %d upright', async (orientation) => {
    const corner = sharp({ create: { width: 64, height: 32, channels: 3, background: '#00f' } }).composite([
      { input: { create: { width: 24, height: 12, channels: 3, background: '#f00' } }, left: 0, top: 0 },
    ]);
    const given = await sharp(await corner.png().toBuffer())
      .jpeg({ quality: 95 })
      .withMetadata({ orientation })
      .toBuffer();
    const picture = await drawn(given);
    const expected = await sharp(given).autoOrient().raw().toBuffer({ resolveWithObject: true });
    const found = await sharp(picture.bytes).raw().toBuffer();
    expect([picture.width, picture.height]).toEqual([expected.info.width, expected.info.height]);
    const apart = found.reduce(
      (most, value, at) => Math.max(most, Math.abs(value - (expected.data[at] ?? 0))),
      0,
    );
    // The loss from two JPEG encodings, which is greatest at the border between the two colours.
    expect(apart).toBeLessThan(100);
  });
});
