/**
 * Takes the taps that place a drawing. The chart library ignores the second of two taps within half a second. Therefore this
 * layer covers the candles until every point is placed, and shows the unfinished drawing.
 */
import type { Chart } from 'klinecharts';
import { X } from 'lucide-react';
import type { PointerEvent } from 'react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/icon-button.tsx';
import { drawingTools } from './drawings.ts';
import type { Drawing, DrawingPoint, DrawingTool } from './drawings.ts';

const groupId = 'unfinished';
const PANE = 'candle_pane';

function pointAt(chart: Chart, event: PointerEvent<HTMLElement>): DrawingPoint | undefined {
  const box = event.currentTarget.getBoundingClientRect();
  const size = chart.getSize(PANE, 'main');
  if (size === null) return undefined;
  const within = (value: number, end: number): number => Math.max(0, Math.min(end, value));
  const place = {
    x: within(event.clientX - box.left, size.width),
    y: within(event.clientY - box.top, size.height),
  };
  const found = chart.convertFromPixel([place], { paneId: PANE });
  const { timestamp, value } = Array.isArray(found) ? (found[0] ?? {}) : found;
  return timestamp === undefined || value === undefined ? undefined : { timeMs: timestamp, level: value };
}

/** Shows the points placed so far; missing points are drawn at the last one. */
function preview(chart: Chart, tool: DrawingTool, points: readonly DrawingPoint[]): void {
  chart.removeOverlay({ groupId });
  const last = points.at(-1);
  if (last === undefined) return;
  const whole = Array.from({ length: drawingTools[tool] }, (_, at) => points[at] ?? last);
  chart.createOverlay({
    name: tool,
    groupId,
    lock: true,
    points: whole.map(({ timeMs, level }) => ({ timestamp: timeMs, value: level })),
  });
}

export type DrawingLayerProps = {
  readonly chart: Chart;
  readonly tool: DrawingTool;
  readonly onDone: (drawing: Drawing) => void;
  readonly onCancel: () => void;
};

export function DrawingLayer({ chart, tool, onDone, onCancel }: DrawingLayerProps) {
  const t = useTranslations('chart');
  const [points, setPoints] = useState<readonly DrawingPoint[]>([]);
  const cancel = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
  });
  useEffect(() => {
    window.addEventListener('keydown', cancel);
    return () => {
      window.removeEventListener('keydown', cancel);
      chart.removeOverlay({ groupId });
    };
  }, [chart]);

  const move = (event: PointerEvent<HTMLElement>): void => {
    const point = pointAt(chart, event);
    if (point !== undefined) preview(chart, tool, [...points, point]);
  };
  const place = (event: PointerEvent<HTMLElement>): void => {
    const point = pointAt(chart, event);
    if (point === undefined) return;
    const placed = [...points, point];
    if (placed.length === drawingTools[tool]) onDone({ tool, points: placed });
    else setPoints(placed);
  };
  return (
    <>
      <div
        data-drawing-layer
        className="absolute inset-0 z-10 cursor-crosshair touch-none"
        onPointerDown={move}
        onPointerMove={move}
        onPointerUp={place}
      />
      <div className="absolute top-2 left-1/2 z-20 flex -translate-x-1/2 items-center gap-1 rounded-full bg-raised py-0.5 pr-0.5 pl-4 text-sm whitespace-nowrap shadow-floating">
        <span role="status">{t('placePoint', { at: points.length + 1, of: drawingTools[tool] })}</span>
        <IconButton icon={X} size={18} label={t('cancelDrawing')} onClick={onCancel} className="text-soft" />
      </div>
    </>
  );
}
