/**
 * Makes the world's outline of the package `world-atlas` (Natural Earth, public domain) while bundling: coasts and borders as two
 * SVG paths in tenths of a degree, from 0 to 3600 eastwards and from 0 to 1800 southwards, of a few kilometres' exactness. The phone gets
 * these alone, in the chunk of the screens that show a map.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const NAME = 'virtual:world-outline';
const require = createRequire(import.meta.url);

/** What is used of a file in the form TopoJSON: lines written once, shapes as lists of their numbers. */
type Arcs = readonly (number | Arcs)[];
type Topology = {
  readonly transform: {
    readonly scale: readonly [number, number];
    readonly translate: readonly [number, number];
  };
  readonly arcs: readonly (readonly (readonly [number, number])[])[];
  readonly objects: Readonly<
    Record<'countries' | 'land', { readonly geometries: readonly { readonly arcs: Arcs }[] }>
  >;
};

type Point = readonly [number, number];

/** The points of each line, in tenths of a degree, those that fall on the one before left out. */
function lines({ transform, arcs }: Topology): Point[][] {
  const [[scaleX, scaleY], [fromX, fromY]] = [transform.scale, transform.translate];
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    const points = arc.map(([dx, dy]): Point => {
      x += dx;
      y += dy;
      return [Math.round((x * scaleX + fromX + 180) * 10), Math.round((90 - (y * scaleY + fromY)) * 10)];
    });
    return points.filter((point, at) => at === 0 || point.join() !== points[at - 1]?.join());
  });
}

/** A line as a path that begins at its first point and goes on by differences, which are short. */
function pathOf(points: readonly Point[], closed: boolean): string {
  const [first, ...rest] = points;
  if (first === undefined || rest.length === 0) return '';
  let [x, y] = first;
  const steps = rest.map(([nextX, nextY]) => {
    const step = `${nextX - x} ${nextY - y}`;
    [x, y] = [nextX, nextY];
    return step;
  });
  const moves = steps.join(' ').replaceAll(' -', '-');
  return `M${first.join(' ')}l${moves}${closed ? 'z' : ''}`.replaceAll('l ', 'l');
}

/** The way around the world, in tenths of a degree. */
const AROUND = 3600;

/** A ring over the date line goes on beyond the map's edge instead of back across the whole map; one around a pole is closed there. */
function unrolled(ring: readonly Point[]): Point[] {
  let shift = 0;
  const points = ring.map(([x, y], at): Point => {
    const step = x - (ring[at - 1]?.[0] ?? x);
    if (Math.abs(step) > AROUND / 2) shift -= Math.sign(step) * AROUND;
    return [x + shift, y];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || Math.abs(last[0] - first[0]) < AROUND / 2) return points;
  return [...points, [last[0], AROUND / 2], [first[0], AROUND / 2]];
}

/** A shape, and once more on the other side of the map where it hangs over the edge. */
function shapesOf(ring: readonly Point[]): Point[][] {
  const points = unrolled(ring);
  const xs = points.map(([x]) => x);
  const shifts = [
    0,
    ...(Math.max(...xs) > AROUND ? [-AROUND] : []),
    ...(Math.min(...xs) < 0 ? [AROUND] : []),
  ];
  return shifts.map((shift) => points.map(([x, y]): Point => [x + shift, y]));
}

const isRing = (arcs: Arcs): arcs is readonly number[] => typeof arcs[0] === 'number';

function ringsOf(arcs: Arcs): (readonly number[])[] {
  return isRing(arcs) ? [arcs] : arcs.flatMap((inner) => (typeof inner === 'number' ? [] : ringsOf(inner)));
}

export type WorldOutline = { readonly land: string; readonly borders: string };

/** Coasts and borders of the whole world. A line that two countries share is a border. */
export function worldOutline(): WorldOutline {
  const topology = JSON.parse(
    readFileSync(require.resolve('world-atlas/countries-110m.json'), 'utf8'),
  ) as Topology;
  const all = lines(topology);
  // A number below zero stands for the line of its complement, backwards.
  const lineOf = (arc: number): Point[] => (arc < 0 ? (all[~arc] ?? []).toReversed() : (all[arc] ?? []));
  const rings = (of: 'countries' | 'land') =>
    topology.objects[of].geometries.flatMap((shape) => ringsOf(shape.arcs));
  const land = rings('land')
    .flatMap((ring) => shapesOf(ring.flatMap((arc, at) => lineOf(arc).slice(at === 0 ? 0 : 1))))
    .map((shape) => pathOf(shape, true));
  const uses = new Map<number, number>();
  for (const arc of rings('countries').flat()) {
    const line = arc < 0 ? ~arc : arc;
    uses.set(line, (uses.get(line) ?? 0) + 1);
  }
  const borders = [...uses].filter(([, times]) => times > 1).map(([line]) => pathOf(lineOf(line), false));
  return { land: land.join(''), borders: borders.join('') };
}

/** `import outline from 'virtual:world-outline'`. */
export function worldOutlineModule(): Plugin {
  return {
    name: 'world-outline',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(worldOutline())};` : undefined),
  };
}
