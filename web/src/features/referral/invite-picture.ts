/** Draws the image of an invitation: the code and the link as a QR code, and nothing else about the inviter. */
import { encode } from 'uqr';
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

export type InvitePicture = {
  readonly head: string;
  readonly text: string;
  readonly code: string;
  readonly link: string;
  readonly risk: string;
  readonly demo: string | undefined;
  readonly locale: string;
};

const QR_SIDE = 560;
const QR_TOP = 470;

/** Dark on white, because cameras can't read the inverse. */
function drawQr(context: CanvasRenderingContext2D, link: string): void {
  const code = encode(link, { ecc: 'M', border: 2 });
  const square = Math.floor(QR_SIDE / code.size);
  const side = square * code.size;
  const left = Math.floor((pictureWidth - side) / 2);
  context.fillStyle = '#ffffff';
  context.fillRect(left, QR_TOP, side, side);
  context.fillStyle = '#000000';
  code.data.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark) context.fillRect(left + x * square, QR_TOP + y * square, square, square);
    }),
  );
}

function drawInvite(context: CanvasRenderingContext2D, picture: InvitePicture): void {
  drawGround(context, picture.demo);
  write(context, picture.head, { x: margin, y: 240, size: 60, weight: 600, colour: colours.ink });
  writeParagraph(context, picture.text, { size: 36, colour: colours.soft, y: 310, locale: picture.locale });
  drawQr(context, picture.link);
  const middle = { x: pictureWidth / 2, align: 'center' as const, width: inner };
  write(context, picture.code, { ...middle, y: 1140, size: 76, weight: 600, colour: colours.ink });
  writeParagraph(context, picture.risk, {
    size: 32,
    colour: colours.warning,
    y: 1230,
    locale: picture.locale,
  });
}

export function makeInvite(picture: InvitePicture): Promise<File | undefined> {
  return pictureFile(`candor-${picture.code.toLowerCase()}.png`, (context) => drawInvite(context, picture));
}
