/**
 * Shows an image of a document, which can be zoomed with wheel, buttons and keys, moved by dragging and with arrow keys, and
 * rotated.
 */
import { Box, Button } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useSay } from '../i18n/say.ts';
import { ZOOM_STEP, moved, turned, wholeView, zoomed } from './zoom.ts';
import type { View } from './zoom.ts';

const ARROW_PIXELS = 60;

const KEYS: Readonly<Record<string, (view: View) => View>> = {
  '+': (view) => zoomed(view, ZOOM_STEP),
  '=': (view) => zoomed(view, ZOOM_STEP),
  '-': (view) => zoomed(view, 1 / ZOOM_STEP),
  '0': (view) => ({ ...wholeView, turns: view.turns }),
  '[': (view) => turned(view, -1),
  ']': (view) => turned(view, 1),
};
const ARROWS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: ARROW_PIXELS, y: 0 },
  ArrowRight: { x: -ARROW_PIXELS, y: 0 },
  ArrowUp: { x: 0, y: ARROW_PIXELS },
  ArrowDown: { x: 0, y: -ARROW_PIXELS },
};

export function DocumentViewer({ name, mime, base64 }: { name: string; mime: string; base64: string }) {
  const t = useSay();
  const [view, setView] = useState(wholeView);
  const frame = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number } | undefined>(undefined);
  const size = () => ({ width: frame.current?.clientWidth ?? 0, height: frame.current?.clientHeight ?? 0 });

  useEffect(() => {
    const element = frame.current;
    // Added directly, because the library's wheel listeners are passive and cannot prevent the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
      const at = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
      setView((before) => zoomed(before, Math.exp(-event.deltaY / 400), at));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const key = KEYS[event.key];
    const arrow = view.scale > 1 ? ARROWS[event.key] : undefined;
    if (event.ctrlKey || event.metaKey || (key === undefined && arrow === undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    setView((before) => (key === undefined ? moved(before, arrow ?? { x: 0, y: 0 }, size()) : key(before)));
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = drag.current;
    if (from === undefined) return;
    drag.current = { x: event.clientX, y: event.clientY };
    setView((before) => moved(before, { x: event.clientX - from.x, y: event.clientY - from.y }, size()));
  };

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 0.5, minHeight: 0, flex: 1 }}>
      <Box role="toolbar" aria-label={name} sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}>
        <Box sx={{ mr: 'auto', fontWeight: 600 }}>{name}</Box>
        <Tool
          says={t('ui.viewer.nearer')}
          sign="+"
          onPress={() => setView((before) => zoomed(before, ZOOM_STEP))}
        />
        <Tool
          says={t('ui.viewer.farther')}
          sign="−"
          onPress={() => setView((before) => zoomed(before, 1 / ZOOM_STEP))}
        />
        <Tool
          says={t('ui.viewer.whole')}
          sign={t('ui.viewer.whole')}
          onPress={() => setView((before) => ({ ...wholeView, turns: before.turns }))}
        />
        <Tool says={t('ui.viewer.left')} sign="⟲" onPress={() => setView((before) => turned(before, -1))} />
        <Tool says={t('ui.viewer.right')} sign="⟳" onPress={() => setView((before) => turned(before, 1))} />
      </Box>
      <Box
        ref={frame}
        tabIndex={0}
        role="group"
        aria-label={t('ui.viewer.help', { name })}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, y: event.clientY };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => (drag.current = undefined)}
        onPointerCancel={() => (drag.current = undefined)}
        onDoubleClick={() =>
          setView((before) => (before.scale > 1 ? { ...wholeView, turns: before.turns } : zoomed(before, 3)))
        }
        sx={{
          flex: 1,
          minHeight: 220,
          overflow: 'hidden',
          position: 'relative',
          backgroundColor: 'var(--sunken)',
          border: '1px solid var(--line)',
          borderRadius: 1,
          cursor: view.scale > 1 ? 'grab' : 'zoom-in',
          touchAction: 'none',
        }}
      >
        <Box
          component="img"
          alt={name}
          draggable={false}
          src={`data:${mime};base64,${base64}`}
          sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'contain' }}
          style={{
            transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale}) rotate(${view.turns * 90}deg)`,
          }}
        />
      </Box>
    </Box>
  );
}

function Tool({ says, sign, onPress }: { says: string; sign: string; onPress: () => void }) {
  return (
    <Button
      aria-label={says}
      title={says}
      onClick={onPress}
      sx={{ minWidth: 30, px: 0.5 }}
      variant="outlined"
    >
      {sign}
    </Button>
  );
}
