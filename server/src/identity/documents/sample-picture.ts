/** Draws an imaginary document for the demo's example customers: a card with a box for the portrait and some lines. */
import sharp from 'sharp';

const WIDTH = 1012;
const HEIGHT = 638;

/** The two sides differ, and each customer's document has a different shade. */
export async function samplePicture(side: 'front' | 'back', shade: number): Promise<Buffer> {
  const bar = (place: { left: number; top: number }, size: { width: number; height: number }) => ({
    ...place,
    input: { create: { ...size, channels: 3 as const, background: { r: 90, g: 104, b: 120 } } },
  });
  const lines = Array.from({ length: side === 'front' ? 5 : 8 }, (_, at) =>
    bar({ left: side === 'front' ? 420 : 80, top: 90 + at * 60 }, { width: 300 + at * 30, height: 16 }),
  );
  const face = side === 'front' ? [bar({ left: 80, top: 90 }, { width: 260, height: 340 })] : [];
  const background = { r: 225, g: 228, b: 200 + (shade % 50) };
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } })
    .composite([...face, ...lines])
    .png()
    .toBuffer();
}
