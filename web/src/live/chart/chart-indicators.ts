/** How each indicator is drawn: over the candles or in a separate pane, with which lengths and in which colours. */
import type { Chart, IndicatorCreate, IndicatorDrawParams } from 'klinecharts';
import { PANE_LEAST_PX, hasOwnPane, paneHeight, paneHeights } from './chart-panes.ts';
import type { PaneName } from './chart-panes.ts';
import type { IndicatorName } from './chart-preferences.ts';
import type { ChartColours, LineColour } from './chart-styles.ts';
import { axisText } from './chart-styles.ts';

type Look = {
  readonly params?: readonly number[];
  /** One for each line. Lines over the candles have different colours, so that two indicators can be told apart. */
  readonly colours: readonly LineColour[];
};
type OwnPane = Look & {
  /** Levels that divide the pane, drawn as dashed lines. */
  readonly levels?: readonly number[];
  readonly range?: readonly [min: number, max: number];
};

const overCandles: Readonly<Record<Exclude<IndicatorName, PaneName>, Look>> = {
  MA: { params: [7, 25, 99], colours: ['chart-1', 'chart-2', 'chart-3'] },
  EMA: { params: [12, 26], colours: ['chart-4', 'chart-8'] },
  BOLL: { colours: ['chart-5', 'chart-6', 'chart-5'] },
  SAR: { colours: ['chart-7'] },
};

const ownPanes: Readonly<Record<PaneName, OwnPane>> = {
  VOL: { params: [], colours: [] },
  MACD: { colours: ['chart-1', 'chart-2'] },
  RSI: { params: [14], colours: ['chart-1'], levels: [30, 70], range: [0, 100] },
  KDJ: { colours: ['chart-1', 'chart-2', 'chart-3'], levels: [20, 80] },
  DMI: { colours: ['chart-1', 'chart-2', 'chart-3', 'chart-4'] },
  CCI: { params: [20], colours: ['chart-1'], levels: [-100, 100] },
  WR: { params: [14], colours: ['chart-1'], levels: [-80, -20] },
  OBV: { colours: ['chart-1', 'chart-2'] },
};

function drawLevels(levels: readonly number[], colours: ChartColours) {
  return ({ ctx, bounding, yAxis }: IndicatorDrawParams<unknown, unknown, unknown>): boolean => {
    ctx.save();
    ctx.strokeStyle = colours['line-strong'];
    ctx.fillStyle = colours['ink-quiet'];
    ctx.font = `${axisText.size}px ${axisText.family}`;
    ctx.textAlign = 'right';
    ctx.setLineDash([3, 3]);
    for (const level of levels) {
      const y = yAxis.convertToPixel(level) + 0.5;
      ctx.beginPath();
      ctx.moveTo(0, y);
      ctx.lineTo(bounding.width, y);
      ctx.stroke();
      ctx.fillText(`${level}`, bounding.width - 4, y - 3);
    }
    ctx.restore();
    // The library draws the indicator's own lines in addition.
    return false;
  };
}

function creationOf(name: IndicatorName, colours: ChartColours): IndicatorCreate {
  const {
    params,
    colours: tokens,
    levels,
    range,
  }: OwnPane = hasOwnPane(name) ? ownPanes[name] : overCandles[name];
  return {
    name,
    ...(params !== undefined && { calcParams: [...params] }),
    styles: {
      lines: tokens.map((token) => ({
        style: 'solid' as const,
        smooth: false,
        size: 1,
        dashedValue: [2, 2],
        color: colours[token],
      })),
    },
    // The library's own legend names the volume a second time, in English.
    ...(name === 'VOL' && {
      createTooltipDataSource: () => ({ name, calcParamsText: '', features: [], legends: [] }),
    }),
    ...(levels !== undefined && { draw: drawLevels(levels, colours) }),
    ...(range !== undefined && { minValue: range[0], maxValue: range[1] }),
  };
}

/** Shows exactly these indicators, in the present colours. */
export function syncIndicators(chart: Chart, wanted: readonly IndicatorName[], colours: ChartColours): void {
  const present = chart.getIndicators().filter(({ name }) => isIndicator(name));
  for (const { id, name } of present) {
    if (!wanted.some((one) => one === name)) chart.removeIndicator({ id });
  }
  for (const name of wanted) {
    const create = creationOf(name, colours);
    if (present.some((indicator) => indicator.name === name)) chart.overrideIndicator(create);
    else if (!hasOwnPane(name)) chart.createIndicator({ ...create, paneId: 'candle_pane' }, true);
    else {
      const paneId = `pane_${name}`;
      chart.createIndicator({ ...create, paneId });
      chart.setPaneOptions({
        id: paneId,
        height: paneHeight(paneHeights[name], chart.getSize()?.height),
        minHeight: PANE_LEAST_PX,
      });
    }
  }
}

function isIndicator(name: string): boolean {
  return Object.hasOwn(overCandles, name) || Object.hasOwn(ownPanes, name);
}
