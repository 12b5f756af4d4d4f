/**
 * The outline of the world with a place on it. The map is drawn on the device, so it needs no network, and no server learns which
 * place is viewed. A finger or the arrow keys move it; two fingers, the wheel, plus and minus zoom it; a tap, or Enter for the
 * centre, selects a place.
 */
import { MapPin, Minus, Plus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import outline from 'virtual:world-outline';
import { IconButton } from '../../ui/icon-button.tsx';
import { MAP_RATIO, moved, placeAt, showing, viewOf, zoomed } from './map-view.ts';
import type { MapView } from './map-view.ts';
import type { Place } from './place.ts';
import { useFingers } from './use-fingers.ts';

const TENTHS = 10;
const ZOOM_STEP = 1.6;
/** The step of an arrow key, as a fraction of the view. */
const KEY_STEP = 0.1;

const keyMoves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
};

function Outline({ view }: { readonly view: MapView }) {
  const [width, height] = [view.height * MAP_RATIO, view.height];
  const left = (view.centre.longitude + 180 - width / 2) * TENTHS;
  const top = (90 - view.centre.latitude - height / 2) * TENTHS;
  return (
    <svg
      viewBox={`${left} ${top} ${width * TENTHS} ${height * TENTHS}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-0 size-full"
    >
      <path d={outline.land} className="fill-surface stroke-line-strong" vectorEffect="non-scaling-stroke" />
      <path d={outline.borders} className="fill-none stroke-line" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function Pin({ view, place }: { readonly view: MapView; readonly place: Place }) {
  const across = (place.longitude - view.centre.longitude) / (view.height * MAP_RATIO) + 0.5;
  const down = 0.5 - (place.latitude - view.centre.latitude) / view.height;
  if (across < 0 || across > 1 || down < 0 || down > 1) return null;
  return (
    <span
      className="pointer-events-none absolute -translate-x-1/2 -translate-y-full text-accent"
      style={{ left: `${across * 100}%`, top: `${down * 100}%` }}
    >
      <MapPin size={32} strokeWidth={2} aria-hidden="true" className="fill-accent-wash" />
    </span>
  );
}

export type WorldMapProps = {
  readonly place: Place | undefined;
  /** Called with the selected place. Without it, the map is read-only. */
  readonly onPick?: (place: Place) => void;
};

export function WorldMap({ place, onPick }: WorldMapProps) {
  const t = useTranslations('location');
  const [view, setView] = useState(() => viewOf(place));
  const [shown, setShown] = useState(place);
  // Moves the map to a place that was typed or measured.
  if (place !== shown) {
    setShown(place);
    if (place !== undefined) setView(showing(view, place));
  }
  const zoom = (factor: number, around?: readonly [number, number]): void =>
    setView((before) => zoomed(before, factor, around));
  const fingers = useFingers({
    onMove: (across, down) => setView((before) => moved(before, -across, down)),
    onZoom: zoom,
    onTap: (at) => onPick?.(placeAt(view, at)),
  });
  function onKeyDown(event: KeyboardEvent): void {
    const step = keyMoves[event.key];
    if (step !== undefined) setView(moved(view, ...step));
    else if (event.key === '+' || event.key === '=') zoom(ZOOM_STEP);
    else if (event.key === '-') zoom(1 / ZOOM_STEP);
    else if (event.key === 'Enter' && onPick !== undefined) onPick(view.centre);
    else return;
    event.preventDefault();
  }
  return (
    <div className="relative">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is moved by keys and fingers */}
      <div
        {...fingers}
        role="application"
        aria-label={t(onPick === undefined ? 'mapToSee' : 'mapToPick')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application is moved by keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        data-base-ui-swipe-ignore
        className="relative aspect-[3/2] w-full touch-none overflow-hidden bg-sunken"
      >
        <Outline view={view} />
        {onPick !== undefined && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-1/2 size-2 -translate-1/2 rounded-full border border-line-strong"
          />
        )}
        {place !== undefined && <Pin view={view} place={place} />}
      </div>
      <div className="absolute right-2 bottom-2 flex flex-col rounded-card border border-line bg-raised shadow-floating">
        <IconButton icon={Plus} label={t('closer')} onClick={() => zoom(ZOOM_STEP)} />
        <IconButton icon={Minus} label={t('farther')} onClick={() => zoom(1 / ZOOM_STEP)} />
      </div>
    </div>
  );
}
