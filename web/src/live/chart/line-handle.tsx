/**
 * The handle of a line on the chart. A mouse grabs it immediately and a finger by a long press, so that a swipe over the chart
 * moves no order; the keyboard moves it by ticks. Releasing it asks for confirmation.
 */
import { GripHorizontal } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { feel } from '../../lib/haptics.ts';
import { stepDecimal } from '../../parts/step-decimal.ts';
import { classes } from '../../ui/classes.ts';
import type { OrderLine } from './order-lines.ts';

const LONG_PRESS_MS = 350;
/** A finger that moves further than this before the long press does not grab the line. */
const SLACK_PX = 10;
const LARGE_STEP = 10;

type Movable = OrderLine & { readonly move: NonNullable<OrderLine['move']> };

export type LineHandleProps = {
  readonly line: Movable;
  /** The price at which the line is held; undefined if it is at its own price. */
  readonly held: string | undefined;
  /** The id of the text that explains the keys. */
  readonly helpId: string;
  readonly priceAt: (clientY: number) => string | undefined;
  readonly onHold: (price: string) => void;
  readonly onAsk: (price: string) => void;
  readonly onDrop: () => void;
  readonly place: (element: HTMLElement | null) => void;
};

type Press = { readonly pointer: number; readonly y: number; isGrabbed: boolean; timer: number | undefined };

/** Presses of a mouse or a finger. */
function usePresses({ line, held, priceAt, onHold, onAsk, onDrop }: LineHandleProps) {
  const press = useRef<Press>(undefined);
  const [isGrabbed, setGrabbed] = useState(false);
  const end = (): void => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
    setGrabbed(false);
  };
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  const grab = (by: Press): void => {
    by.isGrabbed = true;
    setGrabbed(true);
    onHold(held ?? line.move.price);
  };
  return {
    isGrabbed,
    on: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || press.current !== undefined) return;
        const by: Press = { pointer: event.pointerId, y: event.clientY, isGrabbed: false, timer: undefined };
        press.current = by;
        event.currentTarget.setPointerCapture(event.pointerId);
        if (event.pointerType !== 'touch') {
          grab(by);
          return;
        }
        by.timer = window.setTimeout(() => {
          feel('key');
          grab(by);
        }, LONG_PRESS_MS);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const by = press.current;
        if (by?.pointer !== event.pointerId) return;
        if (!by.isGrabbed) {
          if (Math.abs(event.clientY - by.y) > SLACK_PX) end();
          return;
        }
        const price = priceAt(event.clientY);
        if (price !== undefined) onHold(price);
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const by = press.current;
        if (by?.pointer !== event.pointerId) return;
        end();
        if (!by.isGrabbed) return;
        if (held === undefined || held === line.move.price) onDrop();
        else onAsk(held);
      },
      onPointerCancel: () => {
        if (press.current?.isGrabbed === true) onDrop();
        end();
      },
    },
  };
}

export function LineHandle(props: LineHandleProps) {
  const { line, held, helpId, onHold, onAsk, onDrop, place } = props;
  const t = useTranslations('chart');
  const format = useFormat();
  const { isGrabbed, on } = usePresses(props);
  const price = held ?? line.move.price;
  const isMoved = held !== undefined && held !== line.move.price;
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: LARGE_STEP, PageDown: -LARGE_STEP }[event.key];
    if (steps !== undefined) {
      let next = price;
      for (let left = Math.abs(steps); left > 0; left -= 1)
        next = stepDecimal(next, line.move.tickSize, steps > 0 ? 1 : -1);
      // An order can't have a price of zero.
      if (next !== '0') onHold(next);
    } else if (event.key === 'Enter' && isMoved) onAsk(price);
    else if (event.key === 'Escape' && held !== undefined) onDrop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={place}
      role="spinbutton"
      tabIndex={0}
      data-line-handle={line.id}
      aria-label={t('moveLine', { line: line.move.name })}
      aria-describedby={helpId}
      aria-valuenow={line.level}
      aria-valuetext={format.price(price, line.move.tickSize)}
      onKeyDown={press}
      onContextMenu={(event) => event.preventDefault()}
      {...on}
      className={classes(
        // Invisible until the chart has drawn its line.
        'invisible absolute top-0 left-0 -mt-5.5 grid size-11 touch-none place-items-center select-none',
        isGrabbed ? 'z-10 cursor-grabbing' : 'cursor-grab',
      )}
    >
      <span
        className={classes(
          'grid h-5 w-8 place-items-center rounded-full border text-soft shadow-card transition-transform',
          isMoved || isGrabbed
            ? 'scale-125 border-accent bg-accent-solid text-white'
            : 'border-line bg-raised',
        )}
      >
        <GripHorizontal size={16} strokeWidth={2} aria-hidden="true" />
      </span>
    </div>
  );
}
