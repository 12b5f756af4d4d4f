/** The server's rooms as the code uses them: their imports, their levels, and a diagram of them. */
import { ROOMS, roomOf } from '../arrows.ts';
import type { Room } from '../arrows.ts';
import { isTest } from '../source-files.ts';
import type { SourceFile } from '../source-files.ts';

export type Arrow = { readonly from: string; readonly to: string };

/** Every room may use these rooms, which would clutter the diagram. */
const EVERYWHERE = new Set(['domain', 'protocol', 'limits', 'log']);

export const SERVER_ROOMS: readonly string[] = ROOMS.filter(({ path }) => path.startsWith('server/src/')).map(
  ({ name }) => name,
);

/** The imports between rooms of the server, sorted by name. */
export function arrowsOf(files: readonly SourceFile[]): Arrow[] {
  const found = new Map<string, Arrow>();
  for (const file of files) {
    const from =
      file.path.startsWith('server/src/') && !isTest(file.path) ? roomOf(file.path)?.name : undefined;
    for (const { target } of from === undefined ? [] : file.imports) {
      const to = target.startsWith('server/src/') ? roomOf(target)?.name : undefined;
      if (from !== undefined && to !== undefined && from !== to) found.set(`${from} ${to}`, { from, to });
    }
  }
  return [...found.values()].sort(
    (one, other) => one.from.localeCompare(other.from) || one.to.localeCompare(other.to),
  );
}

/** The rooms from the bottom up: a room is one level above the highest that it imports; rooms in a cycle share one level. */
export function floorsOf(rooms: readonly string[], arrows: readonly Arrow[]): string[][] {
  const reach = new Map(rooms.map((room) => [room, reachedFrom(room, arrows)]));
  const rings = (one: string, other: string): boolean =>
    one === other || (reach.get(one)?.has(other) === true && reach.get(other)?.has(one) === true);
  const heights = new Map<string, number>();
  const heightOf = (room: string): number => {
    const known = heights.get(room);
    if (known !== undefined) return known;
    const below = [...(reach.get(room) ?? [])].filter((other) => !rings(room, other));
    const height = below.reduce((highest, other) => Math.max(highest, heightOf(other) + 1), 0);
    heights.set(room, height);
    return height;
  };
  const floors: string[][] = [];
  for (const room of rooms) (floors[heightOf(room)] ??= []).push(room);
  return floors.map((floor) => [...floor].sort());
}

function reachedFrom(room: string, arrows: readonly Arrow[]): Set<string> {
  const reached = new Set<string>();
  const waiting = [room];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const { from, to } of arrows) {
      if (from === at && !reached.has(to)) {
        reached.add(to);
        waiting.push(to);
      }
    }
  }
  return reached;
}

/** Only arrows that no longer path implies. */
export function barestArrows(arrows: readonly Arrow[]): Arrow[] {
  return arrows.filter(
    ({ from, to }) =>
      !arrows.some(
        (first) => first.from === from && first.to !== to && reachedFrom(first.to, arrows).has(to),
      ),
  );
}

/** The diagram of ARCHITECTURE: levels as boxes, with the arrows that no longer path implies. */
export function drawingOf(all: readonly Room[] = ROOMS): string {
  const rooms = all
    .filter(({ name, path }) => path.startsWith('server/src/') && !EVERYWHERE.has(name))
    .map(({ name }) => name);
  const arrows = all
    .flatMap(({ name: from, imports }) => imports.map((to) => ({ from, to })))
    .filter(({ from, to }) => rooms.includes(from) && rooms.includes(to));
  const bare = barestArrows(arrows);
  const boxes = floorsOf(rooms, arrows).map(
    (floor, height) => `  subgraph floor${height} [" "]; ${floor.join(' ~~~ ')}; end`,
  );
  return [
    '```mermaid',
    'flowchart BT',
    ...boxes,
    ...rooms.flatMap((room) => {
      const below = bare.filter(({ from }) => from === room).map(({ to }) => to);
      return below.length === 0 ? [] : [`  ${room} --> ${below.join(' & ')}`];
    }),
    '```',
  ].join('\n');
}

const DRAWN = /```mermaid\nflowchart BT\n[^`]*```/;

/** The page with its diagram replaced by the given one. */
export function withDrawing(page: string, drawing: string): string {
  if (!DRAWN.test(page)) throw new Error('expected the page to have a diagram of the rooms, found none');
  return page.replace(DRAWN, drawing);
}
