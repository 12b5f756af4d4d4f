/** The parts of the market and of the tickets that appear on the chart. */
import { expect, test } from 'vitest';
import { toyTicket } from '../../../live/testing/toy-ticket.ts';
import type { Scene } from './frame.ts';
import { sceneFrame } from './frame.ts';
import type { Tick } from './tick-series.ts';

const start = 1_700_000_000_000;
const ticks: readonly Tick[] = Array.from({ length: 301 }, (_, at) => ({
  seq: at + 1,
  timeMs: start - 300_000 + at * 1000,
  level: 60_000 + (at % 10),
  gap: false,
}));
const scene = (changes: Partial<Scene> = {}): Scene => ({
  ticks,
  tickets: [],
  nowMs: start,
  tick: 0.01,
  before: undefined,
  ...changes,
});
const within = ({ from, to }: { from: number; to: number }, level: number) => level > from && level < to;

test('shows a minute and a half if there are no tickets, and one tick before the left edge', () => {
  const frame = sceneFrame(scene());
  expect([frame.nowMs - frame.fromMs, frame.toMs - frame.nowMs]).toEqual([90_000, 12_000]);
  expect(frame.drawn.runs[0]?.[0]?.timeMs).toBe(start - 91_000);
  expect(frame.newest?.seq).toBe(301);
});

test('shows a running ticket from strike to expiry, and scales the prices to include its strike', () => {
  const running = toyTicket({
    strike: '60400.5',
    strike_at_ms: start - 2000,
    expires_at: start / 1000 + 58,
  });
  const frame = sceneFrame(scene({ tickets: [running] }));
  expect(frame.lines).toEqual([
    {
      id: '7',
      side: 'up',
      level: 60_400.5,
      fromMs: start - 2000,
      toMs: start + 58_000,
      settled: undefined,
      isOpen: true,
    },
  ]);
  expect(frame.toMs).toBeGreaterThan(start + 58_000);
  expect(within(frame.levels, 60_400.5)).toBe(true);
});

test('leaves out a ticket that was settled long ago', () => {
  const ended = (expires: number) => toyTicket({ status: 'won', settle: '60001', expires_at: expires });
  const tickets = [ended(start / 1000 - 20), ended(start / 1000 - 200)].map((ticket) => ({
    ...ticket,
    strike_at_ms: start - 250_000,
  }));
  expect(sceneFrame(scene({ tickets })).lines.map(({ toMs }) => toMs)).toEqual([start - 20_000]);
});

test('shows the last price of a closed market and a gap after it', () => {
  const nowMs = start + 3_600_000;
  const frame = sceneFrame(scene({ nowMs }));
  expect(frame.drawn.gaps.at(-1)).toEqual({ fromMs: start, toMs: nowMs });
  expect(within(frame.levels, 60_000)).toBe(true);
});
