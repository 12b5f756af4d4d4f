import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAP_RATIO, moved, placeAt, showing, viewOf, zoomed } from './map-view.ts';
import type { MapView } from './map-view.ts';

const places = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const shares = fc.double({ min: -1, max: 1, noNaN: true });
const factors = fc.double({ min: 0.2, max: 5, noNaN: true });
const corner = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ min: 0, max: 1, noNaN: true }),
);

const views = fc
  .tuple(places, fc.array(fc.tuple(shares, shares, factors), { maxLength: 5 }))
  .map(([place, steps]) =>
    steps.reduce<MapView>(
      (view, [east, north, factor]) => zoomed(moved(view, east, north), factor),
      viewOf(place),
    ),
  );

describe('map view', () => {
  it('never extends past a pole or the date line', () => {
    fc.assert(
      fc.property(views, ({ centre, height }) => {
        expect(Math.abs(centre.latitude) + height / 2).toBeLessThanOrEqual(90.000001);
        expect(Math.abs(centre.longitude) + (height * MAP_RATIO) / 2).toBeLessThanOrEqual(180.000001);
      }),
    );
  });

  it('contains the place that it was opened for', () => {
    fc.assert(
      fc.property(places, (place) => {
        const view = viewOf(place);
        expect(showing(view, placeAt(view, [0.5, 0.5]))).toBe(view);
        expect(Math.abs(view.centre.latitude - place.latitude)).toBeLessThanOrEqual(view.height / 2 + 1e-9);
      }),
    );
  });

  it('keeps the point below the finger in place while zooming', () => {
    const view = viewOf({ latitude: 10, longitude: 10 });
    fc.assert(
      fc.property(corner, (around) => {
        const before = placeAt(view, around);
        const after = placeAt(zoomed(view, 2, around), around);
        expect(after.latitude).toBeCloseTo(before.latitude, 6);
        expect(after.longitude).toBeCloseTo(before.longitude, 6);
      }),
    );
  });

  it('centres on a place that is out of view', () => {
    const view = viewOf({ latitude: 50, longitude: 0 });
    const place = { latitude: -33.9, longitude: 101.2 };
    expect(showing(view, place).centre).toEqual(place);
  });
});
