/** The sheet that slides in from below. `sheet.tsx` loads it on demand, because its library is as large as a screen. */
import { Drawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { useContext, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from './icon-button.tsx';
import { KeypadHost } from './keypad-host.ts';
import type { SheetProps } from './sheet.tsx';
import { SurroundingsContext } from './surroundings.ts';

/** Adds an entry to the history for the open sheet, so that "back" closes the sheet. */
function useBackCloses(open: boolean, onClose: () => void): void {
  const { pushOverlay } = useContext(SurroundingsContext);
  const close = useEffectEvent(onClose);
  useEffect(() => (open ? pushOverlay(() => close()) : undefined), [open, pushOverlay]);
}

/**
 * Removes the focus from the opening element before everything behind the sheet is hidden from screen readers, because browsers
 * never hide an element that was focused at that moment. Returns the element to focus when the sheet closes.
 */
function useLeaving(open: boolean, sheet: RefObject<HTMLElement | null>): () => HTMLElement | boolean {
  const { worksByTouch } = useContext(SurroundingsContext);
  const left = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const at = document.activeElement;
    if (!open || !(at instanceof HTMLElement) || sheet.current?.contains(at) === true) return;
    left.current = at === document.body ? null : at;
    at.blur();
  }, [open, sheet]);
  return () => {
    const at = document.activeElement;
    // A different sheet or a different screen has replaced this sheet.
    if (at !== document.body && sheet.current?.contains(at) !== true) return false;
    // Fields are not focused on touch devices, because that would open the keypad.
    if (worksByTouch() && left.current?.matches('input, textarea') === true) return false;
    return left.current?.isConnected === true ? left.current : true;
  };
}

export function SheetDrawer({ open, onClose, title, footer, typing = false, children }: SheetProps) {
  const t = useTranslations('ui');
  const { worksByTouch } = useContext(SurroundingsContext);
  const [host, setHost] = useState<HTMLElement | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  useBackCloses(open, onClose);
  const finalFocus = useLeaving(open, sheet);
  return (
    <Drawer.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Drawer.Portal>
        <Drawer.Backdrop
          // A sheet above another sheet also dims the sheet below it.
          forceRender
          className="fixed inset-0 z-40 bg-scrim opacity-[calc(1-var(--drawer-swipe-progress,0))] transition-opacity duration-200 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0 data-[swiping]:duration-0"
        />
        <Drawer.Viewport className="fixed inset-0 z-40 flex items-end justify-center desk:items-center">
          <Drawer.Popup
            ref={sheet}
            finalFocus={finalFocus}
            // The first field is not focused on a phone, because the keyboard would cover the content.
            // In a list, the arrow keys begin at the current choice.
            initialFocus={() =>
              (typing && !worksByTouch() && body.current?.querySelector('input')) ||
              body.current?.querySelector<HTMLElement>('[role=option][aria-selected=true]') ||
              true
            }
            className="flex max-h-[88dvh] w-full max-w-160 [transform:translateY(var(--drawer-swipe-movement-y,0))] flex-col rounded-t-[18px] desk:rounded-[18px] bg-raised text-ink shadow-floating outline-none transition-transform duration-200 data-[ending-style]:[transform:translateY(100%)] data-[starting-style]:[transform:translateY(100%)] desk:transition-[opacity,transform] desk:data-[ending-style]:opacity-0 desk:data-[starting-style]:opacity-0 data-[swiping]:duration-0 data-[swiping]:select-none"
          >
            <div aria-hidden="true" className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line-strong" />
            <div className="flex min-h-12 shrink-0 items-center gap-2 pr-1 pl-4">
              <Drawer.Title className="min-w-0 flex-1 text-lg font-semibold">{title}</Drawer.Title>
              <IconButton icon={X} label={t('close')} size={20} className="text-soft" onClick={onClose} />
            </div>
            <div ref={body} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-1 pb-4">
              <KeypadHost value={host}>{children}</KeypadHost>
            </div>
            {footer !== undefined && (
              <div className="shrink-0 border-t border-line px-4 pt-3 pb-[calc(12px+var(--safe-bottom))]">
                {footer}
              </div>
            )}
            <div ref={setHost} />
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
