/**
 * The styles of the chart in the app's colours, which are read from the tokens so that the theme and the colour for rises apply.
 */
import type { CandlePriceMarkStyle, DeepPartial, Styles } from 'klinecharts';
import type { ChartView } from './chart-periods.ts';

const tokens = [
  'up',
  'down',
  'ink',
  'ink-soft',
  'ink-quiet',
  'line',
  'line-strong',
  'surface',
  'accent',
  'warning',
  'chart-1',
  'chart-2',
  'chart-3',
  'chart-4',
  'chart-5',
  'chart-6',
  'chart-7',
  'chart-8',
] as const;
type Token = (typeof tokens)[number];
/** The colours of lines, distinct from each other and from those of rises and falls. */
export type LineColour = Extract<Token, `chart-${string}`>;
export type ChartColours = Readonly<Record<Token, string>>;

const family = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
export const axisText = { size: 10, family } as const;

/** Reads the tokens as the browser resolves them at `place`, because a canvas can't resolve `light-dark()`. */
export function readColours(place: HTMLElement): ChartColours {
  const probes = document.createElement('span');
  probes.hidden = true;
  for (const token of tokens) {
    const probe = document.createElement('span');
    probe.style.color = `var(--${token})`;
    probes.append(probe);
  }
  // Adds all elements before reading the first, so that the browser computes styles only once.
  place.append(probes);
  const read = [...probes.children].map((probe) => getComputedStyle(probe).color);
  probes.remove();
  return Object.fromEntries(tokens.map((token, index) => [token, read[index]])) as Record<Token, string>;
}

/** Returns the colour with lower opacity. Computed colours are always rgb() or rgba(). */
function faded(colour: string, cover: number): string {
  const channels = colour.match(/[\d.]+/g)?.slice(0, 3);
  return channels === undefined ? colour : `rgba(${channels.join(', ')}, ${cover})`;
}

const text = (size: number, color: string) => ({ size, color, family, weight: 'normal' });

function priceMarks(colours: ChartColours): DeepPartial<CandlePriceMarkStyle> {
  const mark = { color: colours['ink-soft'], textFamily: family, textSize: 10 };
  return {
    high: mark,
    low: mark,
    last: {
      ...trendOf(colours),
      text: {
        // The axis is as wide as its own labels, and a wider one would be cut off.
        size: axisText.size,
        family,
        color: colours.surface,
        paddingLeft: 3,
        paddingRight: 3,
        paddingTop: 2,
        paddingBottom: 2,
      },
    },
  };
}

function trendOf(colours: ChartColours) {
  return { upColor: colours.up, downColor: colours.down, noChangeColor: colours['ink-quiet'] };
}

function candleStyles(colours: ChartColours, view: ChartView): NonNullable<DeepPartial<Styles>['candle']> {
  const { up, down } = colours;
  const quiet = colours['ink-quiet'];
  return {
    // Rising candles are hollow and falling candles are filled, so that they can be distinguished without colour.
    type: view === 'line' ? 'area' : 'candle_up_stroke',
    bar: {
      ...trendOf(colours),
      upBorderColor: up,
      downBorderColor: down,
      noChangeBorderColor: quiet,
      upWickColor: up,
      downWickColor: down,
      noChangeWickColor: quiet,
    },
    area: {
      lineSize: 1.5,
      lineColor: colours.accent,
      backgroundColor: [
        { offset: 0, color: faded(colours.accent, 0.01) },
        { offset: 1, color: faded(colours.accent, 0.18) },
      ],
      point: {
        show: true,
        animation: false,
        radius: 3,
        color: colours.accent,
        rippleColor: faded(colours.accent, 0.25),
        rippleRadius: 7,
      },
    },
    priceMark: priceMarks(colours),
    tooltip: {
      showRule: 'follow_cross',
      title: { show: false },
      legend: {
        ...text(11, colours['ink-soft']),
        marginLeft: 4,
        marginRight: 4,
        marginTop: 2,
        marginBottom: 2,
      },
    },
  };
}

function indicatorStyles(colours: ChartColours): NonNullable<DeepPartial<Styles>['indicator']> {
  const bar = {
    upColor: faded(colours.up, 0.65),
    downColor: faded(colours.down, 0.65),
    noChangeColor: colours['ink-quiet'],
  };
  const line = { style: 'solid' as const, smooth: false, size: 1, dashedValue: [2, 2] };
  return {
    ohlc: bar,
    bars: [{ style: 'fill', borderStyle: 'solid', borderSize: 1, borderDashedValue: [2, 2], ...bar }],
    lines: [colours['chart-1'], colours['chart-2'], colours['chart-3']].map((color) => ({ ...line, color })),
    tooltip: {
      title: {
        // Leaves out the list of parameters, because the legend names each line with its length and the list would need a
        // second row on a small phone.
        showParams: false,
        ...text(10, colours['ink-quiet']),
        marginLeft: 4,
        marginRight: 4,
        marginTop: 2,
        marginBottom: 0,
      },
      legend: {
        ...text(10, colours['ink-soft']),
        marginLeft: 4,
        marginRight: 4,
        marginTop: 2,
        marginBottom: 0,
      },
    },
  };
}

export function chartStyles(colours: ChartColours, view: ChartView): DeepPartial<Styles> {
  const axis = {
    axisLine: { show: false },
    tickLine: { show: false },
    tickText: text(axisText.size, colours['ink-quiet']),
  };
  const crosshair = {
    line: { color: colours['ink-quiet'] },
    text: {
      ...text(11, colours.surface),
      backgroundColor: colours['ink-soft'],
      borderColor: colours['ink-soft'],
    },
  };
  return {
    grid: {
      horizontal: { color: faded(colours.line, 0.7), style: 'solid' },
      vertical: { show: false },
    },
    candle: candleStyles(colours, view),
    indicator: indicatorStyles(colours),
    xAxis: axis,
    yAxis: axis,
    separator: { size: 1, color: colours.line },
    crosshair: { horizontal: crosshair, vertical: crosshair },
    overlay: {
      line: { color: colours.accent, size: 1.5 },
      point: { color: colours.accent, borderColor: faded(colours.accent, 0.35), activeColor: colours.accent },
      // Without a background, because the levels of a drawing may be close to each other and lie over the candles.
      text: { ...text(axisText.size, colours.accent), backgroundColor: 'transparent', style: 'fill' },
    },
  };
}
