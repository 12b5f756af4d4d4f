/** Gestures by finger, mouse or wheel on a surface: move, zoom and tap. Positions are in fractions of the surface. */
import type { PointerEvent, WheelEvent } from 'react';
import { useRef } from 'react';

type Point = readonly [number, number];

export type Fingers = {
  /** A movement in fractions of the surface, to the right and down. */
  readonly onMove: (across: number, down: number) => void;
  readonly onZoom: (factor: number, around: Point) => void;
  readonly onTap: (at: Point) => void;
};

/** The maximum movement of a finger during a tap. */
const TAP_PIXELS = 8;
const WHEEL_STEP = 1.25;

function shareOf(event: { clientX: number; clientY: number; currentTarget: Element }): Point {
  const box = event.currentTarget.getBoundingClientRect();
  return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
}

const apart = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(ax - bx, ay - by);
const middle = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2];

export function useFingers({ onMove, onZoom, onTap }: Fingers) {
  const down = useRef(new Map<number, Point>());
  /** The starting point of the finger; undefined if the gesture can no longer be a tap. */
  const began = useRef<{ readonly id: number; readonly x: number; readonly y: number }>(undefined);

  function follow(event: PointerEvent<HTMLElement>): void {
    const before = down.current.get(event.pointerId);
    if (before === undefined) return;
    const now = shareOf(event);
    const start = began.current;
    if (start !== undefined && Math.hypot(event.clientX - start.x, event.clientY - start.y) > TAP_PIXELS) {
      began.current = undefined;
    }
    const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) {
      if (began.current === undefined) onMove(now[0] - before[0], now[1] - before[1]);
    } else if (apart(before, other) > 0) {
      onZoom(apart(now, other) / apart(before, other), middle(now, other));
    }
    down.current.set(event.pointerId, now);
  }

  function lift(event: PointerEvent<HTMLElement>): void {
    down.current.delete(event.pointerId);
    if (began.current?.id === event.pointerId && event.type === 'pointerup') onTap(shareOf(event));
    began.current = undefined;
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      event.currentTarget.setPointerCapture(event.pointerId);
      // A gesture with a second finger is not a tap.
      const isFirst = down.current.size === 0;
      began.current = isFirst ? { id: event.pointerId, x: event.clientX, y: event.clientY } : undefined;
      down.current.set(event.pointerId, shareOf(event));
    },
    onPointerMove: follow,
    onPointerUp: lift,
    onPointerCancel: lift,
    onWheel: (event: WheelEvent<HTMLElement>): void =>
      onZoom(event.deltaY < 0 ? WHEEL_STEP : 1 / WHEEL_STEP, shareOf(event)),
  };
}
