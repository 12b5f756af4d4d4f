/**
 * A sheet that slides in from below, for tickets, pickers and confirmations. It is closed by dragging it down, by the back
 * button, by Escape and by a tap outside it. Focus stays inside the sheet while it is open, and then returns to where it was.
 * Screens render without the sheets' code, which is fetched when the phone is idle or when the first sheet opens.
 */
import type { ReactNode } from 'react';
import { lazy, Suspense, useContext, useEffect, useState } from 'react';
import { SurroundingsContext } from './surroundings.ts';

export type SheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Fixed at the bottom while the content scrolls, such as the main button. */
  readonly footer?: ReactNode;
  /** Whether the sheet is opened for typing. With a hardware keyboard, its first field then gets the focus immediately. */
  readonly typing?: boolean;
  readonly children: ReactNode;
};

/** The delay before the sheets' code is fetched, so that the screen's own figures load first. */
const AHEAD_MS = 1500;
const IDLE_TIMEOUT_MS = 3000;

const fetchDrawer = () => import('./sheet-drawer.tsx');
const SheetDrawer = lazy(() => fetchDrawer().then((file) => ({ default: file.SheetDrawer })));

/** Whether the sheet must be mounted. The result stays true once it is true, so that the sheet can slide out. */
function useReady(open: boolean): boolean {
  const { memory, whenIdle } = useContext(SurroundingsContext);
  const [ready, setReady] = useState(memory.now().sheetFetched || open);
  if (open && !ready) setReady(true);
  useEffect(() => {
    if (ready) return;
    let wanted = true;
    const ahead = async (): Promise<void> => {
      await whenIdle(IDLE_TIMEOUT_MS);
      if (!wanted) return;
      await fetchDrawer();
      memory.keep({ sheetFetched: true });
      if (wanted) setReady(true);
    };
    // Ignores a failure, because opening a sheet loads the code again and reports a failure.
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
