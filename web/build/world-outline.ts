/**
 * Builds the world outline from the package `world-atlas` (Natural Earth, public domain) at build time: coasts and borders as
 * two SVG paths in tenths of a degree, from 0 to 3600 eastwards and from 0 to 1800 southwards, accurate to a few kilometres. The
 * phone loads only these paths, together with the screens that show a map.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { GeoContext, GeoPermissibleObjects } from 'd3-geo';
import { geoEquirectangular, geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Plugin } from 'vite';

const NAME = 'virtual:world-outline';
const require = createRequire(import.meta.url);

type World = Topology<{ readonly countries: GeometryCollection; readonly land: GeometryCollection }>;

/** An equirectangular projection in tenths of a degree; lines between two points are straight. */
const projection = geoEquirectangular()
  .scale(1800 / Math.PI)
  .translate([1800, 900])
  .precision(0);

/** Writes a path as short differences in tenths of a degree, and leaves out points equal to the previous point. */
class ShortPath implements GeoContext {
  text = '';
  #at: readonly [number, number] = [0, 0];

  moveTo(x: number, y: number): void {
    this.#at = [Math.round(x), Math.round(y)];
    this.text += `M${this.#at.join(' ')}`;
  }
  lineTo(x: number, y: number): void {
    const [fromX, fromY] = this.#at;
    this.#at = [Math.round(x), Math.round(y)];
    const [byX, byY] = [this.#at[0] - fromX, this.#at[1] - fromY];
    if (byX !== 0 || byY !== 0) this.text += `l${byX} ${byY}`.replace(' -', '-');
  }
  closePath(): void {
    this.text += 'z';
  }
  beginPath(): void {
    this.text = '';
  }
  arc(): never {
    throw new Error('expected the world outline to consist of lines, found separate points');
  }
}

function pathOf(shape: GeoPermissibleObjects): string {
  const path = new ShortPath();
  geoPath(projection, path)(shape);
  return path.text;
}

export type WorldOutline = { readonly land: string; readonly borders: string };

/** Coasts and borders of the whole world. A line shared by two countries is a border. */
export function worldOutline(): WorldOutline {
  const world = JSON.parse(readFileSync(require.resolve('world-atlas/countries-110m.json'), 'utf8')) as World;
  const { countries, land } = world.objects;
  return {
    land: pathOf(feature(world, land)),
    borders: pathOf(mesh(world, countries, (one, other) => one !== other)),
  };
}

/** Provides the module that is imported as `virtual:world-outline`. */
export function worldOutlineModule(): Plugin {
  return {
    name: 'world-outline',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(worldOutline())};` : undefined),
  };
}
