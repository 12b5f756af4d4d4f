/** A picture of a document that nobody has, for the example customers of a demo: a card with a field for a face and lines. */
import sharp from 'sharp';

const WIDTH = 1012;
const HEIGHT = 638;

/** The sides differ, and so do the customers by their shade. */
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
