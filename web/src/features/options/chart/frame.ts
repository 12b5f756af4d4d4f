/** Builds the frame of the tick chart: times, prices and tickets. Pure. */
import { pixelFloat } from '../../../live/chart/candle-feed.ts';
import type { Ticket } from '../../../live/ticket-list.ts';
import type { Frame, TicketLine } from './draw.ts';
import type { Span } from './scales.ts';
import { levelsShown, timesAround } from './scales.ts';
import type { Tick } from './tick-series.ts';
import { drawnOf } from './tick-series.ts';

function lineOf(ticket: Ticket): TicketLine {
  return {
    id: ticket.id,
    side: ticket.side,
    level: ticket.strike === null ? undefined : pixelFloat(ticket.strike),
    fromMs: ticket.strike_at_ms ?? ticket.accepted_ms,
    toMs: ticket.expires_at * 1000,
    settled: ticket.settle === null ? undefined : pixelFloat(ticket.settle),
    isOpen: ticket.status === 'open',
  };
}

export type Scene = {
  readonly ticks: readonly Tick[];
  readonly tickets: readonly Ticket[];
  readonly nowMs: number;
  readonly tick: number;
  readonly before: Span | undefined;
};

export function sceneFrame({
  ticks,
  tickets,
  nowMs,
  tick,
  before,
}: Scene): Pick<Frame, 'fromMs' | 'nowMs' | 'toMs' | 'levels' | 'drawn' | 'newest' | 'lines' | 'tick'> {
  const running = tickets.filter(({ status }) => status === 'open').map(({ seconds }) => seconds);
  const { pastMs, futureMs } = timesAround(running);
  const fromMs = nowMs - pastMs;
  // Includes one tick before the edge, so that the line starts outside the view.
  const firstAt = Math.max(0, ticks.findIndex(({ timeMs }) => timeMs >= fromMs) - 1);
  const seen = ticks.slice(firstAt);
  const newest = ticks.findLast(({ gap }) => !gap);
  const lines = tickets
    .map(lineOf)
    .filter(({ toMs, fromMs: struckMs }) => toMs > fromMs && struckMs <= nowMs);
  const levels = [
    ...seen.filter(({ gap, timeMs }) => !gap && timeMs >= fromMs).map(({ level }) => level),
    ...lines.map(({ level }) => level).filter((level) => level !== undefined),
    ...(newest === undefined ? [] : [newest.level]),
  ];
  return {
    fromMs,
    nowMs,
    toMs: nowMs + futureMs,
    levels: levelsShown(levels.length === 0 ? [0] : levels, tick, before),
    drawn: drawnOf(seen, nowMs),
    newest,
    lines,
    tick,
  };
}
