/** The customer's resting orders as dashed lines across the chart, with side and quantity at the left. */
import type { Chart, OverlayTemplate } from 'klinecharts';
import { registerOverlay } from 'klinecharts';

export type OrderLine = {
  readonly id: string;
  /** Where the line runs, as a position on the screen. */
  readonly level: number;
  readonly side: 'buy' | 'sell';
  readonly label: string;
};
type LineData = { readonly label: string; readonly colour: string; readonly ground: string };

const groupId = 'own-orders';

const orderLine: OverlayTemplate<LineData> = {
  name: 'ownOrder',
  totalStep: 1,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ coordinates, bounding, overlay }) => {
    const y = coordinates[0]?.y ?? 0;
    const { label, colour, ground } = overlay.extendData;
    return [
      {
        type: 'line',
        ignoreEvent: true,
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: bounding.width, y },
          ],
        },
        styles: { style: 'dashed', dashedValue: [4, 3], color: colour, size: 1 },
      },
      {
        type: 'text',
        ignoreEvent: true,
        attrs: { x: 6, y, text: label, align: 'left', baseline: 'middle' },
        styles: {
          color: colour,
          backgroundColor: ground,
          borderColor: colour,
          borderSize: 1,
          borderRadius: 4,
          style: 'stroke_fill',
          size: 10,
          paddingLeft: 4,
          paddingRight: 4,
          paddingTop: 2,
          paddingBottom: 2,
        },
      },
    ];
  },
};

/** Makes the overlay known to the chart library; call it before the first chart. */
export function registerOrderLines(): void {
  registerOverlay(orderLine);
}

/** Draws exactly these lines in place of those drawn before. */
export function drawOrderLines(
  chart: Chart,
  lines: readonly OrderLine[],
  colours: { readonly up: string; readonly down: string; readonly surface: string },
): void {
  chart.removeOverlay({ groupId });
  for (const line of lines) {
    const data: LineData = {
      label: line.label,
      colour: line.side === 'buy' ? colours.up : colours.down,
      ground: colours.surface,
    };
    chart.createOverlay({ name: 'ownOrder', groupId, points: [{ value: line.level }], extendData: data });
  }
}
