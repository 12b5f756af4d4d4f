/** Shows an instrument's stored drawings on its chart, and stores every change that the customer makes to them. */
import type { Chart, Overlay } from 'klinecharts';
import { useCallback, useEffect, useState } from 'react';
import { drawingsOf, keepDrawings } from './drawings.ts';
import type { Drawing, DrawingTool } from './drawings.ts';

const groupId = 'drawings';

export type Drawings = {
  readonly add: (drawing: Drawing) => void;
  readonly clear: () => void;
  readonly removeLast: () => void;
  /** Removes the drawing that was tapped; undefined if there is none. */
  readonly removeSelected: (() => void) | undefined;
};

const overlayPoints = (drawing: Drawing) =>
  drawing.points.map(({ timeMs, level }) => ({ timestamp: timeMs, value: level }));

function drawingOf({ name, points }: Overlay): Drawing {
  return {
    tool: name as DrawingTool,
    points: points.map(({ timestamp = 0, value = 0 }) => ({ timeMs: timestamp, level: value })),
  };
}

export function useDrawings(chart: Chart | null, symbol: string, isReady: boolean): Drawings {
  /** The selected drawing, which belongs to one chart and one instrument. */
  const [selected, setSelected] = useState<{ readonly id: string; readonly symbol: string }>();

  const store = useCallback(() => {
    if (chart !== null) keepDrawings(symbol, chart.getOverlays({ groupId }).map(drawingOf));
  }, [chart, symbol]);
  const show = useCallback(
    (drawing: Drawing) => {
      chart?.createOverlay({
        name: drawing.tool,
        groupId,
        points: overlayPoints(drawing),
        onPressedMoveEnd: store,
        onSelected: ({ overlay }) => setSelected({ id: overlay.id, symbol }),
        onDeselected: () => setSelected(undefined),
      });
    },
    [chart, symbol, store],
  );
  useEffect(() => {
    if (chart === null || !isReady) return undefined;
    for (const drawing of drawingsOf(symbol)) show(drawing);
    return () => void chart.removeOverlay({ groupId });
  }, [chart, symbol, isReady, show]);

  const remove = (filter: { readonly id?: string }): void => {
    chart?.removeOverlay({ groupId, ...filter });
    setSelected(undefined);
    store();
  };
  return {
    add: (drawing) => {
      show(drawing);
      store();
    },
    clear: () => remove({}),
    removeLast: () => {
      const id = chart?.getOverlays({ groupId }).at(-1)?.id;
      if (id !== undefined) remove({ id });
    },
    removeSelected: selected?.symbol === symbol ? () => remove({ id: selected.id }) : undefined,
  };
}
