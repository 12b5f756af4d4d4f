/** Draws the image of an ended option that a customer can share: its result, the two prices that decided it, and their price entries. */
import {
  colours,
  drawGround,
  inner,
  margin,
  pictureFile,
  pictureWidth,
  write,
  writeParagraph,
} from '../../../ui/picture-drawing.ts';

export type TicketPicture = {
  readonly symbol: string;
  /** The direction and the duration, such as "▲ Up · 30 s". */
  readonly side: string;
  readonly result: string;
  /** The tone of the result; `plain` if the stake was returned. */
  readonly tone: 'green' | 'red' | 'plain';
  /** The profit or loss, which the customer may leave out. */
  readonly amount: string | undefined;
  /** Why the stake was returned; undefined for a win or a loss. */
  readonly reason: string | undefined;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly risk: string;
  readonly expiry: string;
  /** The note about play money, in a demo. */
  readonly demo: string | undefined;
  readonly locale: string;
};

function drawPicture(context: CanvasRenderingContext2D, picture: TicketPicture): void {
  const { ink, soft, raised, warning } = colours;
  const { locale, tone } = picture;
  drawGround(context, picture.demo);
  write(context, picture.symbol, { x: margin, y: 240, size: 64, weight: 600, colour: ink });
  write(context, picture.side, { x: margin, y: 306, size: 42, colour: soft });
  const loud = { x: margin, weight: 600, colour: colours[tone] };
  write(context, picture.result, { ...loud, y: 466, size: 120 });
  let y = 470;
  if (picture.amount !== undefined) write(context, picture.amount, { ...loud, y: (y += 76), size: 60 });
  if (picture.reason !== undefined) {
    writeParagraph(context, picture.reason, { size: 34, colour: soft, y: y + 66, locale });
  }
  picture.facts.forEach(([name, value], at) => {
    const line = 736 + at * 76;
    context.fillStyle = raised;
    context.fillRect(margin, line + 22, inner, 2);
    write(context, name, { x: margin, y: line, size: 36, colour: soft, width: inner / 2 });
    const right = { x: pictureWidth - margin, align: 'right' as const, width: inner / 2 };
    write(context, value, { ...right, y: line, size: 38, weight: 600, colour: ink });
  });
  const next = writeParagraph(context, picture.risk, { size: 34, colour: warning, y: 1140, locale });
  writeParagraph(context, picture.expiry, { size: 30, colour: soft, y: Math.max(next + 20, 1280), locale });
}

export function makeTicketPicture(picture: TicketPicture): Promise<File | undefined> {
  const name = `candor-${picture.symbol.replace('/', '-').toLowerCase()}.png`;
  return pictureFile(name, (context) => drawPicture(context, picture));
}
