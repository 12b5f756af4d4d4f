/** Keyboard shortcuts: they open the search, a ticket for the instrument traded last, and the list of shortcuts. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadAllMessages, withTexts } from '../i18n/provider.tsx';
import { navigate } from '../lib/hash-history.ts';
import { searchLink, tradeLink } from '../lib/links.ts';
import { symbolLast } from '../live/chosen-instrument.ts';

const ShortcutsSheet = lazy(async () => {
  const [file] = await Promise.all([import('../features/search/shortcuts-sheet.tsx'), loadAllMessages()]);
  return { default: withTexts(file.ShortcutsSheet) };
});

/** Whether the key belongs to a field, a list or an open sheet. */
function isTaken(target: EventTarget | null): boolean {
  const typing =
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
  return typing || document.querySelector('[role=dialog]') !== null;
}

function onKey(event: KeyboardEvent, showShortcuts: () => void): void {
  const searches = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k';
  if (searches) {
    event.preventDefault();
    navigate(searchLink);
    return;
  }
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTaken(event.target))
    return;
  const act = {
    '/': () => navigate(searchLink),
    b: () => navigate(tradeLink(symbolLast(), 'buy')),
    s: () => navigate(tradeLink(symbolLast(), 'sell')),
    '?': showShortcuts,
  }[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act();
}

export function KeyShortcuts() {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void =>
      onKey(event, () => {
        setAsked(true);
        setOpen(true);
      });
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  if (!asked) return null;
  return (
    <Suspense>
      <ShortcutsSheet open={open} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
