/**
 * Draws the papers that customers submit during a demo's history: a sheet with lines, different for each
 * name.
 */
import { createHash } from 'node:crypto';
import sharp from 'sharp';

const WIDTH = 900;
const HEIGHT = 640;
const LINES = 12;

/** The same name always gives the same image. */
export async function samplePaper(name: string): Promise<Buffer> {
  const bytes = createHash('sha256').update(name).digest();
  const byte = (at: number): number => bytes[at] ?? 0;
  const lines = Array.from({ length: LINES }, (_, at) => ({
    left: 70,
    top: 60 + at * 45,
    input: {
      create: {
        width: 180 + 2 * byte(at),
        height: at === 0 ? 26 : 14,
        channels: 3 as const,
        background: { r: 70 + (byte(at + LINES) >> 2), g: 84, b: 104 },
      },
    },
  }));
  const background = { r: 244, g: 242, b: 230 + (byte(31) >> 4) };
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } })
    .composite(lines)
    .png()
    .toBuffer();
}
