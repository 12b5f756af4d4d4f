/**
 * Lets the customer move the lines of orders and levels. While a line is held, a second one shows where it would be; it returns
 * to its place unless the order is changed after a confirmation.
 */
import type { Chart } from 'klinecharts';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { pixelFloat } from './candle-feed.ts';
import { LineHandle } from './line-handle.tsx';
import { createLinePlaces } from './line-places.ts';
import type { LinePlaces } from './line-places.ts';
import { snapped } from './line-prices.ts';
import type { OrderLine } from './order-lines.ts';

const PANE = 'candle_pane';
const HANDLE_PX = 44;
/** Handles of lines that are close together are side by side. */
const COLUMNS = 4;

type Held = { readonly id: string; readonly price: string };

export type LineMoves = {
  /** The lines to draw. */
  readonly orders: readonly OrderLine[];
  readonly places: LinePlaces;
  /** Rendered over the chart, in a frame of its size. */
  readonly handles: ReactNode;
};

const movedId = (id: string): string => `${id} moved`;

export function useLineMoves(chart: Chart | null, lines: readonly OrderLine[]): LineMoves {
  const t = useTranslations('chart');
  const format = useFormat();
  const helpId = useId();
  const [places] = useState(createLinePlaces);
  const [held, setHeld] = useState<Held>();
  const frame = useRef<HTMLDivElement>(null);
  const elements = useRef(new Map<string, HTMLElement>());
  const movable = useMemo(
    () => lines.flatMap((line) => (line.move === undefined ? [] : [{ ...line, move: line.move }])),
    [lines],
  );
  const orders = useMemo(() => {
    const line = movable.find(({ id }) => id === held?.id);
    if (held === undefined || line === undefined || held.price === line.move.price) return lines;
    const label = format.price(held.price, line.move.tickSize);
    const level = pixelFloat(held.price);
    return [...lines, { id: movedId(held.id), level, side: line.side, label, isHeld: true }];
  }, [lines, movable, held, format]);

  const arrange = useCallback((): void => {
    const taken: number[] = [];
    for (const [id, element] of elements.current) {
      const moved = places.of(movedId(id));
      const place = moved ?? places.of(id);
      if (place === undefined) continue;
      // A held line stays in view, because a hidden handle would lose the focus.
      const y = moved === undefined ? place.y : Math.max(0, Math.min(place.height, place.y));
      const isInside = y >= 0 && y <= place.height;
      element.style.visibility = isInside ? 'visible' : 'hidden';
      if (!isInside) continue;
      const column = taken.filter((other) => Math.abs(other - y) < HANDLE_PX).length % COLUMNS;
      taken.push(y);
      // The space next to the axis is reserved for the button beside the crosshair.
      const x = place.width - HANDLE_PX * (column + 2);
      element.style.transform = `translate(${x}px, ${y}px)`;
    }
  }, [places]);
  useEffect(() => places.subscribe(arrange), [places, arrange]);
  useEffect(() => {
    places.keep(new Set(orders.map(({ id }) => id)));
    arrange();
  }, [places, orders, arrange]);

  const priceAt = (tickSize: string, clientY: number): string | undefined => {
    const box = frame.current?.getBoundingClientRect();
    const size = chart?.getSize(PANE, 'main');
    if (chart === null || box === undefined || size === null || size === undefined) return undefined;
    const y = Math.max(0, Math.min(size.height, clientY - box.top));
    const found = chart.convertFromPixel([{ x: 0, y }], { paneId: PANE });
    const { value } = Array.isArray(found) ? (found[0] ?? {}) : found;
    return value === undefined ? undefined : snapped(value, tickSize);
  };
  const drop = (): void => setHeld(undefined);
  const handles = chart !== null && movable.length > 0 && (
    <div
      ref={frame}
      className="pointer-events-none absolute inset-0 z-[5] overflow-clip *:pointer-events-auto"
    >
      <span id={helpId} hidden>
        {t('moveHelp')}
      </span>
      {movable.map((line) => (
        <LineHandle
          key={line.id}
          line={line}
          held={held?.id === line.id ? held.price : undefined}
          helpId={helpId}
          priceAt={(clientY) => priceAt(line.move.tickSize, clientY)}
          onHold={(price) => setHeld({ id: line.id, price })}
          onAsk={(price) => line.move.ask(price, drop)}
          onDrop={drop}
          place={(element) => {
            if (element === null) {
              elements.current.delete(line.id);
            } else {
              elements.current.set(line.id, element);
              arrange();
            }
          }}
        />
      ))}
    </div>
  );
  return { orders, places, handles };
}
