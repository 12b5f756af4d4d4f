/** The indicators that take a pane of their own below the candles; the others are drawn over them. */
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

export function hasOwnPane(name: string): name is PaneName {
  return Object.hasOwn(paneHeights, name);
}
