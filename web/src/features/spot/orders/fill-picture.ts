/** Draws the image of a fill that a customer can share: what was traded at which price, and the price entry that proves it. */
import {
  colours,
  drawGround,
  inner,
  margin,
  pictureFile,
  pictureWidth,
  write,
} from '../../../ui/picture-drawing.ts';

export type FillPicture = {
  readonly symbol: string;
  readonly side: string;
  readonly price: string;
  readonly unit: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The note about play money, in a demo. */
  readonly demo: string | undefined;
};

function drawPicture(context: CanvasRenderingContext2D, picture: FillPicture): void {
  const { ink, soft, raised } = colours;
  drawGround(context, picture.demo);
  write(context, picture.symbol, { x: margin, y: 260, size: 64, weight: 600, colour: ink });
  write(context, picture.side, { x: margin, y: 326, size: 42, colour: soft });
  write(context, picture.price, { x: margin, y: 500, size: 120, weight: 600, colour: ink });
  write(context, picture.unit, { x: margin, y: 560, size: 40, colour: soft });
  picture.facts.forEach(([name, value], at) => {
    const y = 700 + at * 84;
    context.fillStyle = raised;
    context.fillRect(margin, y + 26, inner, 2);
    write(context, name, { x: margin, y, size: 36, colour: soft, width: inner / 2 });
    const right = { x: pictureWidth - margin, align: 'right' as const, width: inner / 2 };
    write(context, value, { ...right, y, size: 38, weight: 600, colour: ink });
  });
}

export function makeFillPicture(picture: FillPicture): Promise<File | undefined> {
  const name = `candor-${picture.symbol.replace('/', '-').toLowerCase()}.png`;
  return pictureFile(name, (context) => drawPicture(context, picture));
}
