/** Draws the picture of a trade's profit on a canvas of the device. Nothing of it leaves the phone but by the customer's hand. */
import { wrapLines } from './wrap-lines.ts';

export type SharePicture = {
  readonly symbol: string;
  readonly side: string;
  /** "+12.34%", and what it is of. */
  readonly percent: string;
  readonly percentOf: string;
  /** 'plain' for exactly nothing won or lost. */
  readonly tone: 'green' | 'red' | 'plain';
  /** The customer's choice. */
  readonly amount: string | undefined;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly asOf: string;
  readonly risk: string;
  /** Said where it is play money. */
  readonly demo: string | undefined;
  readonly locale: string;
};

export const pictureWidth = 1080;
export const pictureHeight = 1350;
const margin = 84;
const inner = pictureWidth - 2 * margin;

/** The dark theme's colours, whatever the theme of the app: a picture stands among others. */
const colours = {
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

/** Writes a line, smaller where it would not fit; answers how much smaller it became. */
function write(
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

/** Writes a paragraph; answers where the next line would stand. */
function writeParagraph(
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

function drawPicture(context: CanvasRenderingContext2D, picture: SharePicture): void {
  const { ink, soft } = colours;
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, pictureWidth, pictureHeight);
  context.fillStyle = colours.bar;
  context.fillRect(0, 0, pictureWidth, 132);
  context.textBaseline = 'alphabetic';
  write(context, 'Candor', { x: margin, y: 84, size: 48, weight: 600, colour: '#ffffff' });
  if (picture.demo !== undefined) {
    const right = { x: pictureWidth - margin, align: 'right' as const, width: inner / 2 };
    write(context, picture.demo, { ...right, y: 82, size: 34, colour: '#ffffff' });
  }
  write(context, picture.symbol, { x: margin, y: 240, size: 64, weight: 600, colour: ink });
  write(context, picture.side, { x: margin, y: 306, size: 42, colour: soft });
  write(context, picture.percent, {
    x: margin,
    y: 470,
    size: 132,
    weight: 600,
    colour: colours[picture.tone],
  });
  write(context, picture.percentOf, { x: margin, y: 530, size: 36, colour: soft });
  if (picture.amount !== undefined) {
    write(context, picture.amount, {
      x: margin,
      y: 616,
      size: 60,
      weight: 600,
      colour: colours[picture.tone],
    });
  }
  picture.facts.forEach(([name, value], at) => {
    const y = 716 + at * 76;
    context.fillStyle = colours.raised;
    context.fillRect(margin, y + 22, inner, 2);
    write(context, name, { x: margin, y, size: 36, colour: soft, width: inner / 2 });
    const right = { x: pictureWidth - margin, align: 'right' as const, width: inner / 2 };
    write(context, value, { ...right, y, size: 38, weight: 600, colour: ink });
  });
  const { locale } = picture;
  const next = writeParagraph(context, picture.risk, { size: 34, colour: colours.warning, y: 1120, locale });
  writeParagraph(context, picture.asOf, { size: 30, colour: soft, y: Math.max(next + 20, 1270), locale });
}

/** The picture as a file; undefined where the browser cannot make one. */
export async function makePicture(picture: SharePicture): Promise<File | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = pictureWidth;
  canvas.height = pictureHeight;
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  drawPicture(context, picture);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  const name = `candor-${picture.symbol.replace('/', '-').toLowerCase()}.png`;
  return blob === null ? undefined : new File([blob], name, { type: 'image/png' });
}
