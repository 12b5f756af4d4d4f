/**
 * The chart as a picture, with a head that says what it shows: the instrument, the period, the time and the source of the
 * prices.
 */
import type { Chart } from 'klinecharts';
import type { ChartColours } from './chart-styles.ts';
import { axisText } from './chart-styles.ts';

const HEAD_PX = 52;
const MARGIN_PX = 12;
const MARK_PX = 22;

export type PictureHead = { readonly title: string; readonly detail: string; readonly brand: string };

/** Candor's mark in a square of 312 units (`ui/brand.tsx`). */
function drawMark(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.save();
  context.translate(x, y);
  context.scale(MARK_PX / 312, MARK_PX / 312);
  context.translate(-100, -100);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.lineWidth = 44;
  context.stroke(new Path2D('M352 176a128 128 0 1 0 0 160'));
  context.lineWidth = 36;
  context.stroke(new Path2D('M212 262l36 36 68-84'));
  context.restore();
}

/** Decodes the library's picture without loading its address, which the content security policy forbids. */
function drawnBy(chart: Chart, ground: string): Promise<ImageBitmap> {
  const [, encoded = ''] = chart.getConvertPictureUrl(true, 'png', ground).split(',');
  const bytes = Uint8Array.from(atob(encoded), (letter) => letter.codePointAt(0) ?? 0);
  return createImageBitmap(new Blob([bytes], { type: 'image/png' }));
}

function drawHead(
  context: CanvasRenderingContext2D,
  head: PictureHead,
  look: { colours: ChartColours; width: number },
) {
  const { colours, width } = look;
  context.textBaseline = 'alphabetic';
  context.fillStyle = colours.ink;
  context.font = `600 16px ${axisText.family}`;
  context.fillText(head.title, MARGIN_PX, 23);
  context.fillStyle = colours['ink-soft'];
  context.font = `12px ${axisText.family}`;
  context.fillText(head.detail, MARGIN_PX, 41);
  context.fillStyle = colours.accent;
  context.strokeStyle = colours.accent;
  context.font = `600 16px ${axisText.family}`;
  context.textAlign = 'right';
  context.fillText(head.brand, width - MARGIN_PX, 31);
  drawMark(context, width - MARGIN_PX - context.measureText(head.brand).width - MARK_PX - 6, 14);
}

export async function chartPicture(
  chart: Chart,
  head: PictureHead,
  colours: ChartColours,
): Promise<Uint8Array<ArrayBuffer>> {
  const drawn = await drawnBy(chart, colours.surface);
  const width = chart.getSize()?.width ?? drawn.width;
  const scale = drawn.width / width;
  const canvas = document.createElement('canvas');
  canvas.width = drawn.width;
  canvas.height = drawn.height + Math.round(HEAD_PX * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('expected a canvas to have a 2d context, found none');
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(drawn, 0, Math.round(HEAD_PX * scale));
  context.scale(scale, scale);
  drawHead(context, head, { colours, width });
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob === null) throw new Error('expected the canvas to become a picture, found none');
  return new Uint8Array(await blob.arrayBuffer());
}
