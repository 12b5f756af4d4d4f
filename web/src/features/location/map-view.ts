/** The part of the world that a map shows, in degrees. It never extends past a pole or the date line. Pure. */
import { LATITUDE_MAX, LONGITUDE_MAX } from './place.ts';
import type { Place } from './place.ts';

/** The centre of the view, and its height in degrees. */
export type MapView = { readonly centre: Place; readonly height: number };

/** The ratio of width to height. */
export const MAP_RATIO = 1.5;
const HEIGHT_MAX = 2 * LATITUDE_MAX;
/** The minimum height in degrees. A larger scale would make the outline's limited accuracy visible. */
const HEIGHT_MIN = 4;

const within = (value: number, reach: number): number => Math.min(reach, Math.max(-reach, value));

function bounded({ centre, height }: MapView): MapView {
  const tall = Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, height));
  return {
    height: tall,
    centre: {
      latitude: within(centre.latitude, LATITUDE_MAX - tall / 2),
      longitude: within(centre.longitude, LONGITUDE_MAX - (tall * MAP_RATIO) / 2),
    },
  };
}

/**
 * Returns the initial view: close enough to the place to recognise the coast around it or, without a place, as much of the world
 * as fits.
 */
export function viewOf(place: Place | undefined): MapView {
  return place === undefined
    ? bounded({ centre: { latitude: 0, longitude: 10 }, height: HEIGHT_MAX })
    : bounded({ centre: place, height: 45 });
}

/** Moves the view eastwards and northwards by fractions of its size. */
export function moved(view: MapView, east: number, north: number): MapView {
  const { centre, height } = view;
  return bounded({
    height,
    centre: {
      latitude: centre.latitude + north * height,
      longitude: centre.longitude + east * height * MAP_RATIO,
    },
  });
}

/**
 * Zooms in by a factor above one, or out by a factor below one. The point `around`, in fractions from the upper left corner,
 * stays in place.
 */
export function zoomed(
  view: MapView,
  factor: number,
  around: readonly [number, number] = [0.5, 0.5],
): MapView {
  const fixed = placeAt(view, around);
  const { height } = bounded({ ...view, height: view.height / factor });
  return bounded({
    height,
    centre: {
      latitude: fixed.latitude + (around[1] - 0.5) * height,
      longitude: fixed.longitude - (around[0] - 0.5) * height * MAP_RATIO,
    },
  });
}

/** Returns the place at a point that is given in fractions from the upper left corner. */
export function placeAt({ centre, height }: MapView, [across, down]: readonly [number, number]): Place {
  return {
    latitude: within(centre.latitude - (down - 0.5) * height, LATITUDE_MAX),
    longitude: within(centre.longitude + (across - 0.5) * height * MAP_RATIO, LONGITUDE_MAX),
  };
}

/** Returns a view that contains the place, or the same view if the place is already visible. */
export function showing(view: MapView, place: Place): MapView {
  const { centre, height } = view;
  const seen =
    Math.abs(place.latitude - centre.latitude) < height / 2 &&
    Math.abs(place.longitude - centre.longitude) < (height * MAP_RATIO) / 2;
  return seen ? view : bounded({ centre: place, height });
}
