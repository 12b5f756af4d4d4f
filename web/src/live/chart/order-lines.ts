/** The customer's orders and positions as dashed lines across the chart, each with a label at the left. */
import type { Chart, OverlayTemplate } from 'klinecharts';
import { registerOverlay } from 'klinecharts';
import type { ChartColours } from './chart-styles.ts';
import type { LinePlace, LinePlaces } from './line-places.ts';

export type OrderLine = {
  readonly id: string;
  /** The level of the line as a floating-point number for drawing. */
  readonly level: number;
  readonly side: 'buy' | 'sell';
  /** Overrides the colour of the side, for levels without a side and for the liquidation price. */
  readonly tone?: 'soft' | 'warning';
  readonly label: string;
  /** Whether this line marks the place to which the customer drags another line. */
  readonly isHeld?: boolean;
  /** Present if the customer can move the line. */
  readonly move?: {
    /** A description of the line, for the name of its handle. */
    readonly name: string;
    /** The exact price of the line. */
    readonly price: string;
    readonly tickSize: string;
    /** Asks the customer to confirm the new price. `onEnd` is called afterwards, whatever the answer. */
    readonly ask: (price: string, onEnd: () => void) => void;
  };
};
type LineData = {
  readonly label: string;
  readonly colour: string;
  readonly ground: string;
  readonly report: (place: LinePlace) => void;
};

const groupId = 'own-orders';
const LEGEND_ROW_PX = 18;

const orderLine: OverlayTemplate<LineData> = {
  name: 'ownOrder',
  totalStep: 1,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, coordinates, bounding, overlay }) => {
    const y = coordinates[0]?.y ?? 0;
    // The legends are at the top left, so a label there is drawn at the right end.
    const rows = chart.getIndicators({ paneId: 'candle_pane' }).length + 1;
    const isBesideLegend = y < rows * LEGEND_ROW_PX;
    const { label, colour, ground, report } = overlay.extendData;
    report({ y, width: bounding.width, height: bounding.height });
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
        attrs: isBesideLegend
          ? { x: bounding.width - 6, y, text: label, align: 'right', baseline: 'middle' }
          : { x: 6, y, text: label, align: 'left', baseline: 'middle' },
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

/** Registers the overlay with the chart library. It must be called before the first chart is created. */
export function registerOrderLines(): void {
  registerOverlay(orderLine);
}

const toneColours = (colours: ChartColours) => ({ soft: colours['ink-soft'], warning: colours.warning });

/** Draws these lines in place of all earlier lines. */
export function drawOrderLines(
  chart: Chart,
  {
    lines,
    places,
    colours,
  }: {
    readonly lines: readonly OrderLine[];
    readonly places: LinePlaces;
    readonly colours: ChartColours;
  },
): void {
  const colourOf = ({ side, tone, isHeld }: OrderLine): string => {
    if (isHeld === true) return colours.accent;
    return tone === undefined ? colours[side === 'buy' ? 'up' : 'down'] : toneColours(colours)[tone];
  };
  chart.removeOverlay({ groupId });
  for (const line of lines) {
    const data: LineData = {
      label: line.label,
      colour: colourOf(line),
      ground: colours.surface,
      report: (place) => places.report(line.id, place),
    };
    chart.createOverlay({ name: 'ownOrder', groupId, points: [{ value: line.level }], extendData: data });
  }
}
