/**
 * A sheet from below, for tickets, pickers and confirmations. Dragging it down, the back button, Escape and a tap beside it all
 * close it; the focus stays inside and returns to where it was. A screen with sheets stands before they are here: they are
 * fetched once the phone has a moment, or when the first one opens.
 */
import type { ReactNode } from 'react';
import { lazy, Suspense, useContext, useEffect, useState } from 'react';
import { SurroundingsContext } from './surroundings.ts';

export type SheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Fixed at the bottom while the content scrolls: the button that acts. */
  readonly footer?: ReactNode;
  /** It is opened to have something typed: with a keyboard at hand its first field has the focus at once. */
  readonly typing?: boolean;
  readonly children: ReactNode;
};

/** The screen's own figures come first. */
const AHEAD_MS = 1500;
const IDLE_TIMEOUT_MS = 3000;

const fetchDrawer = () => import('./sheet-drawer.tsx');
const SheetDrawer = lazy(() => fetchDrawer().then((file) => ({ default: file.SheetDrawer })));

/** Whether there is a sheet to show or to have ready; once there is, it stays, so that it can slide out. */
function useReady(open: boolean): boolean {
  const { memory, whenIdle } = useContext(SurroundingsContext);
  const [ready, setReady] = useState(memory.sheetFetched || open);
  if (open && !ready) setReady(true);
  useEffect(() => {
    if (ready) return;
    let wanted = true;
    const ahead = async (): Promise<void> => {
      await whenIdle(IDLE_TIMEOUT_MS);
      if (!wanted) return;
      await fetchDrawer();
      memory.sheetFetched = true;
      if (wanted) setReady(true);
    };
    // When it does not come, opening asks for it again, and says so.
    const timer = setTimeout(() => ahead().catch(() => undefined), AHEAD_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [ready, memory, whenIdle]);
  return ready;
}

export function Sheet(props: SheetProps) {
  if (!useReady(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <SheetDrawer {...props} />
    </Suspense>
  );
}
