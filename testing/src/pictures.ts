/** For tests: images as cameras, customers and attackers upload them. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type PhotoForm = {
  readonly width?: number;
  readonly height?: number;
  readonly format?: 'jpeg' | 'png' | 'webp';
};

/** The bits of the number are drawn into the upper left corner. */
const SEED_BITS = 31;

/** An image that is unique to its number, which decides the colours (these repeat) and is drawn as squares. */
export async function photo(
  seed: number,
  { width = 640, height = 400, format = 'jpeg' }: PhotoForm = {},
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * (seed + 3) + (at >> 9) * seed) & 255;
  // As large as fits side by side, so that the squares survive encoding.
  const side = Math.max(1, Math.min(16, Math.floor(width / SEED_BITS)));
  for (let at = 0; at < SEED_BITS * side * side; at += 1) {
    const [y, x] = [Math.floor(at / (SEED_BITS * side)), at % (SEED_BITS * side)];
    const light = (seed >> Math.floor(x / side)) & 1 ? 230 : 20;
    pixels.fill(light, (y * width + x) * 3, (y * width + x + 1) * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** The place and the photographer, in the form that a phone writes. */
export async function photoWithPosition(seed: number, orientation = 1): Promise<Buffer> {
  return sharp(await photo(seed))
    .withMetadata({ orientation })
    .withExif({
      IFD0: { Make: 'Candorphone', Artist: 'Lena Fischer' },
      IFD3: { GPSLatitude: '52/1 31/1 12/1', GPSLatitudeRef: 'N', GPSLongitude: '13/1 24/1 18/1' },
    })
    .toBuffer();
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

/** A PNG of a few kilobytes whose header declares a huge number of pixels. */
export function floodPng(width: number, height: number, { interlaced = false } = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, interlaced ? 1 : 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(1_000_000), { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.of())]);
}

/** An image that a careless server would serve as a page: it has HTML in a comment of the header, and after the last pixel. */
export async function polyglot(seed: number): Promise<Buffer> {
  const html = Buffer.from('<html><script>alert("candor-polyglot")</script></html>');
  const jpeg = await photo(seed);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, html.length + 2]), html]);
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), html]);
}
