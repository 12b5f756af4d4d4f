/**
 * A button beside the crosshair that orders at its price: a limit order on the side of the price that is better for the customer,
 * a stop order on the other. It opens the ticket and places nothing itself.
 */
import type { Chart, Crosshair } from 'klinecharts';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AskedOrder } from '../../lib/asked-order.ts';
import { useFormat } from '../../lib/format.ts';
import { ListRow } from '../../ui/list-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { pixelFloat } from './candle-feed.ts';
import { snapped } from './line-prices.ts';

const PANE = 'candle_pane';
/** The crosshair disappears while the mouse moves to the button, so the button stays for a moment. */
const STAYS_MS = 1500;

export type OrderSide = 'buy' | 'sell';
export type OrderHereLinks = {
  /** Whether the sides are long and short. */
  readonly isLeveraged: boolean;
  readonly linkOf: (side: OrderSide, order: AskedOrder) => string;
};

export type OrderHereProps = {
  readonly chart: Chart;
  readonly tickSize: string;
  readonly last: string;
  readonly links: OrderHereLinks;
};

type Place = { readonly x: number; readonly y: number; readonly price: string };

function placeOf(chart: Chart, crosshair: Crosshair | undefined, tickSize: string): Place | undefined {
  const size = chart.getSize(PANE, 'main');
  if (crosshair?.y === undefined || crosshair.paneId !== PANE || size === null) return undefined;
  const found = chart.convertFromPixel([{ x: 0, y: crosshair.y }], { paneId: PANE });
  const { value } = Array.isArray(found) ? (found[0] ?? {}) : found;
  const price = value === undefined ? undefined : snapped(value, tickSize);
  return price === undefined ? undefined : { x: size.width, y: crosshair.y, price };
}

function useCrosshair(chart: Chart, tickSize: string) {
  const [place, setPlace] = useState<Place>();
  const timer = useRef<number>(undefined);
  const stay = (): void => clearTimeout(timer.current);
  const leave = (): void => {
    stay();
    timer.current = window.setTimeout(() => setPlace(undefined), STAYS_MS);
  };
  const follow = useEffectEvent((data?: unknown) => {
    const next = placeOf(chart, data as Crosshair | undefined, tickSize);
    if (next === undefined) {
      leave();
      return;
    }
    stay();
    setPlace(next);
  });
  useEffect(() => {
    const listener = (data?: unknown): void => follow(data);
    chart.subscribeAction('onCrosshairChange', listener);
    return () => {
      chart.unsubscribeAction('onCrosshairChange', listener);
      clearTimeout(timer.current);
    };
  }, [chart]);
  return { place, stay, leave };
}

export function OrderHere({ chart, tickSize, last, links }: OrderHereProps) {
  const t = useTranslations('chart');
  const leveraged = useTranslations('opening');
  const format = useFormat();
  const { place, stay, leave } = useCrosshair(chart, tickSize);
  /** The price at which the sheet was opened, and whether it is below the current price. */
  const [asked, setAsked] = useState<{ readonly price: string; readonly isBelow: boolean }>();
  const [open, setOpen] = useState(false);
  const sideText = (side: OrderSide): string => {
    if (!links.isLeveraged) return t(side);
    return leveraged(side === 'buy' ? 'long' : 'short');
  };
  const priceText = (price: string): string => format.price(price, tickSize);
  const rowOf = (price: string, isBelow: boolean, type: AskedOrder['type']) => {
    const side: OrderSide = (type === 'limit') === isBelow ? 'buy' : 'sell';
    return (
      <ListRow
        href={links.linkOf(side, { type, price })}
        title={t(type === 'limit' ? 'hereLimit' : 'hereStop', { side: sideText(side) })}
        subtitle={t(isBelow ? 'hereFalls' : 'hereRises', { price: priceText(price) })}
        wrap
      />
    );
  };
  return (
    <>
      {place !== undefined && (
        <button
          type="button"
          aria-label={t('orderHere', { price: priceText(place.price) })}
          aria-haspopup="dialog"
          onPointerEnter={stay}
          onPointerLeave={leave}
          onClick={() => {
            setAsked({ price: place.price, isBelow: pixelFloat(place.price) < pixelFloat(last) });
            setOpen(true);
          }}
          style={{ transform: `translate(${place.x - 44}px, ${place.y - 22}px)` }}
          className="absolute top-0 left-0 z-[6] grid size-11 place-items-center"
        >
          <span className="grid size-7 place-items-center rounded-full bg-accent-solid text-white shadow-card">
            <Plus size={18} strokeWidth={2} aria-hidden="true" />
          </span>
        </button>
      )}
      {asked !== undefined && (
        <Sheet
          open={open}
          onClose={() => setOpen(false)}
          title={t('orderHere', { price: priceText(asked.price) })}
        >
          <div className="-mx-4">
            {rowOf(asked.price, asked.isBelow, 'limit')}
            {rowOf(asked.price, asked.isBelow, 'stop')}
          </div>
        </Sheet>
      )}
    </>
  );
}
