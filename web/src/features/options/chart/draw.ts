/**
 * Draws the tick chart: price, strikes and expiries of the customer's tickets, and gaps without a price. It depends only on the
 * frame, not on the market.
 */
import type { ChartColours } from '../../../live/chart/chart-styles.ts';
import type { Span } from './scales.ts';
import { gridLevels } from './scales.ts';
import type { Drawn, Tick } from './tick-series.ts';

/** A ticket on the chart, from its strike to its expiry. */
export type TicketLine = {
  readonly id: string;
  readonly side: 'up' | 'down';
  /** The strike; undefined until it is known. */
  readonly level: number | undefined;
  readonly fromMs: number;
  readonly toMs: number;
  /** The settlement price; undefined unless the ticket was settled at a price. */
  readonly settled: number | undefined;
  readonly isOpen: boolean;
};

export type Frame = {
  readonly width: number;
  readonly height: number;
  readonly fromMs: number;
  readonly nowMs: number;
  readonly toMs: number;
  readonly levels: Span;
  readonly drawn: Drawn;
  readonly newest: Tick | undefined;
  readonly lines: readonly TicketLine[];
  readonly tick: number;
  readonly colours: ChartColours;
  readonly font: string;
  readonly words: {
    readonly price: (level: number) => string;
    readonly time: (ms: number) => string;
    /** Formats the time left until an expiry. */
    readonly left: (untilMs: number) => string;
    readonly gap: string;
  };
};

type Place = {
  readonly x: (ms: number) => number;
  readonly y: (level: number) => number;
  /** The plot's right edge is the left edge of the price axis, and its bottom edge is the top of the time axis. */
  readonly right: number;
  readonly bottom: number;
};
type Context = CanvasRenderingContext2D;

const TIMES_HEIGHT = 18;
const TOP = 18;
/** The maximum number of strikes with labels. All further strikes are drawn without a label. */
const LABELS_MAX = 3;
const dashes = { up: [6, 3], down: [2, 3] } as const;
const arrows = { up: '▲', down: '▼' } as const;

function placeOf(context: Context, frame: Frame): Place {
  const digits = frame.words.price(frame.levels.to).replace(/\d/g, '0');
  const right = frame.width - Math.ceil(context.measureText(digits).width) - 12;
  const bottom = frame.height - TIMES_HEIGHT;
  const { from, to } = frame.levels;
  return {
    right,
    bottom,
    x: (ms) => (right * (ms - frame.fromMs)) / (frame.toMs - frame.fromMs),
    y: (level) => TOP + ((bottom - TOP) * (to - level)) / (to - from),
  };
}

function stroke(context: Context, points: readonly (readonly [number, number])[]): void {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.stroke();
}

function drawGrid(context: Context, frame: Frame, { y, right, bottom }: Place): void {
  context.strokeStyle = frame.colours.line;
  context.fillStyle = frame.colours['ink-quiet'];
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const level of gridLevels(frame.levels, frame.tick, 4)) {
    const at = Math.round(y(level)) + 0.5;
    if (at < TOP || at > bottom - 6) continue;
    stroke(context, [
      [0, at],
      [right, at],
    ]);
    // Leaves out the label that the current price, which is drawn on top, would overlap.
    const isCovered = frame.newest !== undefined && Math.abs(y(frame.newest.level) - at) < 15;
    if (!isCovered) context.fillText(frame.words.price(level), right + 6, at);
  }
}

const timeStepsMs = [15_000, 30_000, 60_000, 120_000, 300_000];

function drawTimes(context: Context, frame: Frame, { x, right }: Place): void {
  context.fillStyle = frame.colours['ink-quiet'];
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  const room = context.measureText(frame.words.time(frame.nowMs)).width + 24;
  const step = timeStepsMs.find((ms) => x(frame.fromMs + ms) >= room) ?? 600_000;
  for (let ms = Math.ceil(frame.fromMs / step) * step; ms < frame.toMs; ms += step) {
    const at = x(ms);
    if (at > room / 2 && at < right - room / 2) context.fillText(frame.words.time(ms), at, frame.height - 5);
  }
}

/** Hatches gaps without a price, so that they don't look like a constant price. */
function drawGaps(context: Context, frame: Frame, { x, bottom, right }: Place): void {
  for (const { fromMs, toMs } of frame.drawn.gaps) {
    const from = Math.max(0, x(fromMs));
    const to = Math.min(right, x(toMs));
    if (to - from < 1) continue;
    context.save();
    context.beginPath();
    context.rect(from, TOP, to - from, bottom - TOP);
    context.clip();
    context.strokeStyle = frame.colours['line-strong'];
    for (let at = from - (bottom - TOP); at < to; at += 8) {
      stroke(context, [
        [at, bottom],
        [at + bottom - TOP, TOP],
      ]);
    }
    context.restore();
    const { width } = context.measureText(frame.words.gap);
    if (to - from < width + 16) continue;
    label(context, frame.words.gap, {
      x: (from + to) / 2 - width / 2 - 4,
      y: (TOP + bottom) / 2,
      colour: frame.colours['ink-soft'],
      ground: frame.colours.surface,
    });
  }
}

type LabelLook = {
  readonly x: number;
  readonly y: number;
  readonly colour: string;
  readonly ground: string;
};

/** Writes a text on a background, so that it is readable over any line. */
function label(context: Context, text: string, { x, y, colour, ground }: LabelLook): void {
  const { width } = context.measureText(text);
  context.fillStyle = ground;
  context.fillRect(x, y - 8, width + 8, 16);
  context.fillStyle = colour;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(text, x + 4, y + 0.5);
}

function drawPrice(context: Context, frame: Frame, { x, y, right }: Place): void {
  const { colours, drawn, newest } = frame;
  context.save();
  context.beginPath();
  context.rect(0, 0, right, frame.height);
  context.clip();
  context.strokeStyle = colours.accent;
  context.lineWidth = 1.5;
  context.lineJoin = 'round';
  for (const run of drawn.runs)
    stroke(
      context,
      run.map((tick) => [x(tick.timeMs), y(tick.level)] as const),
    );
  context.restore();
  if (newest === undefined) return;
  const at = y(newest.level);
  const stands = drawn.gaps.at(-1)?.toMs !== frame.nowMs;
  if (stands) {
    // Draws a step, because a price remains valid until the next price arrives.
    context.strokeStyle = colours.accent;
    context.lineWidth = 1.5;
    stroke(context, [
      [x(newest.timeMs), at],
      [x(frame.nowMs), at],
    ]);
    context.fillStyle = colours.accent;
    context.beginPath();
    context.arc(x(frame.nowMs), at, 3.5, 0, 2 * Math.PI);
    context.fill();
  }
  context.lineWidth = 1;
  label(context, frame.words.price(newest.level), {
    x: right + 2,
    y: at,
    colour: colours.surface,
    ground: stands ? colours.accent : colours['ink-soft'],
  });
}

function drawStrike(context: Context, frame: Frame, { x, y }: Place, line: TicketLine): void {
  const { colours } = frame;
  const colour = line.isOpen ? colours[line.side] : colours['ink-quiet'];
  context.strokeStyle = colour;
  const [from, to] = [x(line.fromMs), x(line.toMs)];
  if (line.level !== undefined) {
    const at = Math.round(y(line.level)) + 0.5;
    context.setLineDash([...dashes[line.side]]);
    stroke(context, [
      [from, at],
      [to, at],
    ]);
    context.setLineDash([]);
    context.fillStyle = colour;
    context.beginPath();
    context.arc(from, at, 2.5, 0, 2 * Math.PI);
    context.fill();
  }
  if (line.settled === undefined) return;
  context.fillStyle = colours['ink-soft'];
  context.beginPath();
  context.arc(to, y(line.settled), 3, 0, 2 * Math.PI);
  context.fill();
}

function drawExpiry(context: Context, frame: Frame, { x, bottom }: Place, line: TicketLine): void {
  const at = Math.round(x(line.toMs)) + 0.5;
  context.strokeStyle = frame.colours[line.isOpen ? 'ink-soft' : 'line-strong'];
  context.setLineDash([3, 3]);
  stroke(context, [
    [at, TOP],
    [at, bottom],
  ]);
  context.setLineDash([]);
}

/** Labels the tickets that expire next, without overlaps. */
function labelTickets(context: Context, frame: Frame, { x, y, right }: Place): void {
  const open = frame.lines.filter(({ isOpen }) => isOpen).toSorted((a, b) => a.toMs - b.toMs);
  const taken: number[] = [];
  const times: number[] = [];
  for (const line of open.slice(0, LABELS_MAX)) {
    const until = frame.words.left(line.toMs);
    const { width } = context.measureText(until);
    const at = Math.min(right - width - 8, x(line.toMs) - width / 2 - 4);
    if (times.every((other) => Math.abs(other - at) > width + 10)) {
      times.push(at);
      label(context, until, {
        x: at,
        y: TOP - 9,
        colour: frame.colours['ink-soft'],
        ground: frame.colours.surface,
      });
    }
    if (line.level === undefined) continue;
    const level = y(line.level);
    if (taken.some((other) => Math.abs(other - level) < 17)) continue;
    taken.push(level);
    label(context, `${arrows[line.side]} ${frame.words.price(line.level)}`, {
      x: Math.max(2, x(line.fromMs) + 6),
      y: level - 10,
      colour: frame.colours[line.side],
      ground: frame.colours.surface,
    });
  }
}

export function drawFrame(context: Context, frame: Frame): void {
  context.clearRect(0, 0, frame.width, frame.height);
  context.font = frame.font;
  context.lineWidth = 1;
  const place = placeOf(context, frame);
  drawGrid(context, frame, place);
  drawTimes(context, frame, place);
  drawGaps(context, frame, place);
  context.save();
  context.beginPath();
  context.rect(0, 0, place.right, frame.height);
  context.clip();
  for (const line of frame.lines) drawExpiry(context, frame, place, line);
  for (const line of frame.lines) drawStrike(context, frame, place, line);
  context.restore();
  drawPrice(context, frame, place);
  labelTickets(context, frame, place);
}
