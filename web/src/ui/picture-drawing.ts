/**
 * Draws images for sharing on a canvas on the device: background, lines and paragraphs in one style. An image leaves the phone
 * only if the customer shares it.
 */
import { wrapLines } from './wrap-lines.ts';

export const pictureWidth = 1080;
export const pictureHeight = 1350;
export const margin = 84;
export const inner = pictureWidth - 2 * margin;

/** The colours of the dark theme, whatever the app's theme, so that all shared images look the same. */
export const colours = {
  ground: '#0b0e14',
  raised: '#1b212d',
  ink: '#e8ecf4',
  soft: '#a9b3c6',
  bar: '#123a9e',
  green: '#35c98b',
  red: '#ff7480',
  plain: '#e8ecf4',
  warning: '#f1b24a',
} as const;

const family = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans CJK SC', sans-serif";

type Style = { readonly size: number; readonly weight?: number; readonly colour: string };

/** Writes a line, scaled down if it would not fit. Returns the scale factor. */
export function write(
  context: CanvasRenderingContext2D,
  text: string,
  at: Style & {
    readonly x: number;
    readonly y: number;
    readonly align?: CanvasTextAlign;
    readonly width?: number;
  },
): void {
  const { weight = 400, width = inner } = at;
  let { size } = at;
  context.fillStyle = at.colour;
  context.textAlign = at.align ?? 'left';
  const choose = () => (context.font = `${weight} ${size}px ${family}`);
  choose();
  while (size > 20 && context.measureText(text).width > width) {
    size -= 2;
    choose();
  }
  context.fillText(text, at.x, at.y);
}

/** Writes a paragraph. Returns the position of the next line. */
export function writeParagraph(
  context: CanvasRenderingContext2D,
  text: string,
  { size, colour, y, locale }: Style & { readonly y: number; readonly locale: string },
): number {
  context.font = `400 ${size}px ${family}`;
  context.fillStyle = colour;
  context.textAlign = 'left';
  const lines = wrapLines(text, (line) => context.measureText(line).width <= inner, locale);
  lines.forEach((line, at) => context.fillText(line, margin, y + at * size * 1.45));
  return y + lines.length * size * 1.45;
}

/** Draws the background with the platform's name at the top and, in a demo, the note about play money. */
export function drawGround(context: CanvasRenderingContext2D, demo: string | undefined): void {
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, pictureWidth, pictureHeight);
  context.fillStyle = colours.bar;
  context.fillRect(0, 0, pictureWidth, 132);
  context.textBaseline = 'alphabetic';
  write(context, 'Candor', { x: margin, y: 84, size: 48, weight: 600, colour: '#ffffff' });
  if (demo === undefined) return;
  const right = { x: pictureWidth - margin, align: 'right' as const, width: inner / 2 };
  write(context, demo, { ...right, y: 82, size: 34, colour: '#ffffff' });
}

/** Converts the drawing to a file; undefined if the browser can't create one. */
export async function pictureFile(
  name: string,
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<File | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = pictureWidth;
  canvas.height = pictureHeight;
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  draw(context);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob === null ? undefined : new File([blob], name, { type: 'image/png' });
}
