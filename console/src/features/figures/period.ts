/** The periods of the charts: the last hours or days up to now, or the hours of one UTC day. Pure. */
export const periodNames = ['day', 'week', 'month'] as const;

/** `day` is the beginning of a UTC day in seconds, whose hours are shown. */
export type Period = (typeof periodNames)[number] | { readonly day: number };

export const HOUR = 3600;
export const DAY = 86_400;

export type Asked = { readonly span: 'hour' | 'day'; readonly from: number; readonly to: number };

/** Returns the fields of the call. They change once an hour or once a day, so that the answer is kept in between. */
export function askedOf(period: Period, nowSeconds: number): Asked {
  if (typeof period === 'object') return { span: 'hour', from: period.day, to: period.day + DAY };
  const hour = nowSeconds - (nowSeconds % HOUR) + HOUR;
  if (period === 'day') return { span: 'hour', from: Math.max(0, hour - DAY), to: hour };
  const day = nowSeconds - (nowSeconds % DAY) + DAY;
  return { span: 'day', from: Math.max(0, day - (period === 'week' ? 7 : 30) * DAY), to: day };
}

/** Returns the beginnings of the spans from `from` up to `to`, which is the end of the last one. */
export function startsOf({ span, from, to }: Asked): number[] {
  const step = span === 'hour' ? HOUR : DAY;
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, at) => from + at * step);
}
