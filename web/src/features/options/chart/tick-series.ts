/** The ticks of the last minutes as lines, and the gaps without a price. Pure. */
import { OPTION_GAP_MS } from '@candor/domain/trading/option.ts';

export type Tick = {
  readonly seq: number;
  readonly timeMs: number;
  /** The price as a floating-point number for drawing. No money is computed from it. */
  readonly level: number;
  /** Whether the entry records a missing price. */
  readonly gap: boolean;
};

export type Gap = { readonly fromMs: number; readonly toMs: number };
export type Drawn = {
  /** Lists of ticks without a gap, each drawn as one line. */
  readonly runs: readonly (readonly Tick[])[];
  readonly gaps: readonly Gap[];
};

/** Merges both lists in tape order, each entry once, and drops those before `fromMs`. */
export function joinTicks(known: readonly Tick[], more: readonly Tick[], fromMs: number): readonly Tick[] {
  const bySeq = new Map(known.map((tick) => [tick.seq, tick]));
  for (const tick of more) bySeq.set(tick.seq, tick);
  return [...bySeq.values()].filter(({ timeMs }) => timeMs >= fromMs).toSorted((a, b) => a.seq - b.seq);
}

/** Whether the entries between the newest known tick and `next` must be read, because there may have been a gap. */
export function isUnclear(newest: Tick, next: Pick<Tick, 'seq' | 'timeMs'>): boolean {
  return next.seq > newest.seq + 1 && next.timeMs - newest.timeMs > OPTION_GAP_MS;
}

function isGap(before: Tick, after: Tick): boolean {
  return before.gap || after.gap || after.timeMs - before.timeMs > OPTION_GAP_MS;
}

/** Returns the lines and gaps up to the present. If the last price is too old to trade on, a gap follows it. */
export function drawnOf(ticks: readonly Tick[], nowMs: number): Drawn {
  const runs: Tick[][] = [];
  const gaps: { fromMs: number; toMs: number }[] = [];
  let before: Tick | undefined;
  for (const tick of ticks) {
    if (before !== undefined && !isGap(before, tick)) runs.at(-1)?.push(tick);
    else {
      if (before !== undefined) gaps.push({ fromMs: before.timeMs, toMs: tick.timeMs });
      runs.push(tick.gap ? [] : [tick]);
    }
    before = tick;
  }
  if (before !== undefined && nowMs - before.timeMs > OPTION_GAP_MS)
    gaps.push({ fromMs: before.timeMs, toMs: nowMs });
  return { runs: runs.filter((run) => run.length > 0), gaps: merged(gaps) };
}

function merged(gaps: readonly Gap[]): readonly Gap[] {
  const whole: Gap[] = [];
  for (const gap of gaps) {
    const last = whole.at(-1);
    if (last?.toMs === gap.fromMs) whole[whole.length - 1] = { fromMs: last.fromMs, toMs: gap.toMs };
    else whole.push(gap);
  }
  return whole;
}
