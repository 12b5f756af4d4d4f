/** Draws the image of a trade's profit that a customer can share. */
import {
  colours,
  drawGround,
  inner,
  margin,
  pictureFile,
  pictureWidth,
  write,
  writeParagraph,
} from '../../ui/picture-drawing.ts';

export type SharePicture = {
  readonly symbol: string;
  readonly side: string;
  /** The percentage, such as "+12.34%", and the text that states what it is a percentage of. */
  readonly percent: string;
  readonly percentOf: string;
  /** The tone of the figure; `plain` for exactly zero. */
  readonly tone: 'green' | 'red' | 'plain';
  /** The amount, which the customer may leave out. */
  readonly amount: string | undefined;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly asOf: string;
  readonly risk: string;
  /** The note about play money, in a demo. */
  readonly demo: string | undefined;
  readonly locale: string;
};

function drawPicture(context: CanvasRenderingContext2D, picture: SharePicture): void {
  const { ink, soft } = colours;
  drawGround(context, picture.demo);
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

export function makePicture(picture: SharePicture): Promise<File | undefined> {
  const name = `candor-${picture.symbol.replace('/', '-').toLowerCase()}.png`;
  return pictureFile(name, (context) => drawPicture(context, picture));
}
