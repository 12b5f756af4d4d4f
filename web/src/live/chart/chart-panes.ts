/** The indicators that are drawn in separate panes below the candles; the others are drawn over them. */
export const paneHeights = {
  VOL: 56,
  MACD: 84,
  RSI: 84,
  KDJ: 84,
  DMI: 84,
  CCI: 84,
  WR: 84,
  OBV: 84,
} as const;
export type PaneName = keyof typeof paneHeights;

/** The maximum share of a low chart's height for one pane, so that three panes leave half of it to the candles. */
const LARGEST_PART = 0.16;
export const PANE_LEAST_PX = 40;

/** Returns the height of a pane in a chart of this height. */
export function paneHeight(wantedPx: number, chartPx: number | undefined): number {
  if (chartPx === undefined || chartPx === 0) return wantedPx;
  return Math.max(PANE_LEAST_PX, Math.min(wantedPx, Math.floor(chartPx * LARGEST_PART)));
}

export function hasOwnPane(name: string): name is PaneName {
  return Object.hasOwn(paneHeights, name);
}
