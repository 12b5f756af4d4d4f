/** Where a document stands under the glass: how near, how far moved, how turned. */
export type View = {
  readonly scale: number;
  /** Of the middle, in pixels of the screen. */
  readonly x: number;
  readonly y: number;
  /** Quarter turns to the right. */
  readonly turns: number;
};

export const wholeView: View = { scale: 1, x: 0, y: 0, turns: 0 };

const SCALE_MIN = 1;
const SCALE_MAX = 12;
export const ZOOM_STEP = 1.3;

/** Nearer or farther by a factor; the point, counted from the middle, stays where it is. */
export function zoomed(view: View, factor: number, at: { x: number; y: number } = { x: 0, y: 0 }): View {
  const scale = Math.min(SCALE_MAX, Math.max(SCALE_MIN, view.scale * factor));
  if (scale === SCALE_MIN) return { ...view, scale, x: 0, y: 0 };
  const grown = scale / view.scale;
  return { ...view, scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown };
}

/** Moved by so many pixels, as far as something of it stays in sight; what is shown whole does not move. */
export function moved(
  view: View,
  by: { x: number; y: number },
  frame: { width: number; height: number },
): View {
  const reach = (size: number) => ((view.scale - 1) * size) / 2;
  const kept = (value: number, size: number) => Math.min(reach(size), Math.max(-reach(size), value));
  return { ...view, x: kept(view.x + by.x, frame.width), y: kept(view.y + by.y, frame.height) };
}

/** Turned by quarter turns, whole again: what was looked at is somewhere else now. */
export function turned(view: View, quarters: number): View {
  return { ...wholeView, turns: (view.turns + quarters + 4) % 4 };
}
