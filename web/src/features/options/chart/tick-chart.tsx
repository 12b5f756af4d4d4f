/**
 * The chart of the last minutes tick by tick, with strikes and expiries of the customer's tickets. It is drawn on a canvas four
 * times a second, outside React; a text describes its content for screen readers.
 */
import { localeOf } from '@candor/protocol/languages.ts';
import type { RefObject } from 'react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { decimalsOfText, useFormat } from '../../../lib/format.ts';
import { pixelFloat } from '../../../live/chart/candle-feed.ts';
import type { ChartColours } from '../../../live/chart/chart-styles.ts';
import { axisText, readColours } from '../../../live/chart/chart-styles.ts';
import { useChartTheme } from '../../../live/chart/chart-theme.ts';
import { useMarketClock, useMarketSecond } from '../../../live/market-seconds.ts';
import type { Quotation } from '../../../live/quotes.ts';
import type { Ticket } from '../../../live/ticket-list.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { clockText, secondsLeft } from '../running/ticket-state.ts';
import type { Frame } from './draw.ts';
import { drawFrame } from './draw.ts';
import { sceneFrame } from './frame.ts';
import type { Span } from './scales.ts';
import type { Tick } from './tick-series.ts';
import { useTickFeed } from './use-tick-feed.ts';

const DRAW_EVERY_MS = 250;
const CALM_EVERY_MS = 1000;
/** The interval at which the description for screen readers is updated. */
const SAID_EVERY_SECONDS = 10;

export type TickChartProps = {
  readonly row: Pick<Quotation, 'symbol' | 'tick_size'>;
  readonly tickets: readonly Ticket[];
};

function useWords(row: TickChartProps['row']): Frame['words'] {
  const t = useTranslations('option');
  const format = useFormat();
  const { language } = useChartTheme();
  const marketClock = useMarketClock();
  return useMemo(() => {
    const time = new Intl.DateTimeFormat(localeOf[language], {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    return {
      price: (level) => format.price(level.toFixed(decimalsOfText(row.tick_size)), row.tick_size),
      time: (ms) => time.format(ms),
      left: (untilMs) => {
        const second = Math.floor((marketClock.nowMs() ?? untilMs) / 1000);
        return clockText(Math.max(0, untilMs / 1000 - second));
      },
      gap: t('chart.noPrice'),
    };
  }, [t, format, language, marketClock, row.tick_size]);
}

function fit(canvas: HTMLCanvasElement): { width: number; height: number } {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = window.devicePixelRatio;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  canvas.getContext('2d')?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { width, height };
}

type Drawing = {
  readonly ticks: () => readonly Tick[];
  readonly tickets: readonly Ticket[];
  readonly words: Frame['words'];
  readonly tick: number;
};

function useDrawing(canvas: RefObject<HTMLCanvasElement | null>, drawing: Drawing, themeKey: string) {
  const marketClock = useMarketClock();
  const latest = useRef(drawing);
  useLayoutEffect(() => {
    latest.current = drawing;
  });
  const levels = useRef<Span>(undefined);
  const colours = useRef<ChartColours>(undefined);
  const draw = useCallback(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    const { ticks, tickets, tick, words } = latest.current;
    const newestMs = ticks().at(-1)?.timeMs;
    if (element === null || !context || colours.current === undefined || newestMs === undefined) return;
    // Uses the time of the newest tick if the estimated clock is slightly behind it.
    const nowMs = Math.max(marketClock.nowMs() ?? newestMs, newestMs);
    const scene = sceneFrame({ ticks: ticks(), tickets, nowMs, tick, before: levels.current });
    levels.current = scene.levels;
    drawFrame(context, {
      ...scene,
      ...fit(element),
      colours: colours.current,
      words,
      font: `${axisText.size}px ${axisText.family}`,
    });
  }, [canvas, marketClock]);
  useEffect(() => {
    if (canvas.current?.parentElement) colours.current = readColours(canvas.current.parentElement);
    draw();
  }, [canvas, draw, themeKey]);
  useEffect(() => {
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setInterval(draw, calm ? CALM_EVERY_MS : DRAW_EVERY_MS);
    return () => clearInterval(timer);
  }, [draw]);
  return draw;
}

/** Returns a description of the chart for screen readers, which changes only every few seconds. */
function useSaid(
  row: TickChartProps['row'],
  ticks: () => readonly Tick[],
  tickets: readonly Ticket[],
): string {
  const t = useTranslations('option');
  const { price } = useWords(row);
  const second = useMarketSecond();
  const turn = second === undefined ? undefined : Math.floor(second / SAID_EVERY_SECONDS);
  const [said, setSaid] = useState(() => t('chart.of', { symbol: row.symbol }));
  const latest = useRef({ ticks, tickets, second });
  useLayoutEffect(() => {
    latest.current = { ticks, tickets, second };
  });
  useEffect(() => {
    const now = latest.current;
    const levels = now
      .ticks()
      .filter(({ gap }) => !gap)
      .map(({ level }) => level);
    const last = levels.at(-1);
    if (last === undefined) return;
    const running = now.tickets
      .filter((ticket) => ticket.status === 'open' && ticket.strike !== null)
      .map((ticket) =>
        t('chart.ticketSaid', {
          side: t(`side.${ticket.side}`),
          strike: price(pixelFloat(ticket.strike ?? '0')),
          left: clockText(secondsLeft(ticket, now.second ?? 0)),
        }),
      );
    const whole = t('chart.said', {
      symbol: row.symbol,
      last: price(last),
      high: price(Math.max(...levels)),
      low: price(Math.min(...levels)),
    });
    setSaid([whole, ...running].join(' '));
  }, [turn, t, price, row.symbol]);
  return said;
}

export function TickChart({ row, tickets }: TickChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useWords(row);
  const theme = useChartTheme();
  const drawLater = useRef<() => void>(() => undefined);
  const onChange = useCallback(() => drawLater.current(), []);
  const { feed, isThere } = useTickFeed(row.symbol, onChange);
  const ticks = useCallback(() => feed.current?.ticks() ?? [], [feed]);
  const drawing = { ticks, tickets, words, tick: pixelFloat(row.tick_size) };
  const draw = useDrawing(canvas, drawing, theme.key);
  useLayoutEffect(() => {
    drawLater.current = draw;
  }, [draw]);
  const said = useSaid(row, ticks, tickets);
  return (
    <div
      className="relative h-40 bg-surface wide:overflow-clip wide:rounded-b-card wide:h-[max(320px,calc(100dvh-360px))]"
      data-no-pull
    >
      <canvas ref={canvas} role="img" aria-label={said} className="block size-full" />
      {!isThere && (
        <div className="absolute inset-0 bg-surface p-3">
          <Skeleton className="h-full rounded-card" />
        </div>
      )}
    </div>
  );
}
