/** The position of a document in the viewer: its zoom, shift and rotation. */
export type View = {
  readonly scale: number;
  /** The shift of the document's centre, in screen pixels. */
  readonly x: number;
  readonly y: number;
  /** The rotation in clockwise quarter turns. */
  readonly turns: number;
};

export const wholeView: View = { scale: 1, x: 0, y: 0, turns: 0 };

const SCALE_MIN = 1;
const SCALE_MAX = 12;
export const ZOOM_STEP = 1.3;

/** Zooms by a factor around a point, which is relative to the centre and stays in place. */
export function zoomed(view: View, factor: number, at: { x: number; y: number } = { x: 0, y: 0 }): View {
  const scale = Math.min(SCALE_MAX, Math.max(SCALE_MIN, view.scale * factor));
  if (scale === SCALE_MIN) return { ...view, scale, x: 0, y: 0 };
  const grown = scale / view.scale;
  return { ...view, scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown };
}

/** Moves the document by a number of pixels, as long as part of it stays in view. A document shown in full does not move. */
export function moved(
  view: View,
  by: { x: number; y: number },
  frame: { width: number; height: number },
): View {
  const reach = (size: number) => ((view.scale - 1) * size) / 2;
  const kept = (value: number, size: number) => Math.min(reach(size), Math.max(-reach(size), value));
  return { ...view, x: kept(view.x + by.x, frame.width), y: kept(view.y + by.y, frame.height) };
}

/** Rotates by quarter turns and resets the zoom, because the rotation moves the viewed part. */
export function turned(view: View, quarters: number): View {
  return { ...wholeView, turns: (view.turns + quarters + 4) % 4 };
}
