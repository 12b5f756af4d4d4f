/**
 * The keys of the console: one listener, and whoever is on the screen says what it does. What came later is asked first, so
 * an open decision takes Escape before the case does.
 */
import { useLayoutEffect, useRef } from 'react';
import { actOf } from '../lib/console-keys.ts';
import type { ConsoleAct } from '../lib/console-keys.ts';

export type KeyHandlers = Partial<Record<ConsoleAct, () => void>>;

const stack: { current: KeyHandlers }[] = [];

/** What keys do while this is on the screen. */
export function useConsoleKeys(handlers: KeyHandlers): void {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  // Before it is painted, so that whoever sees a key's button can press the key.
  useLayoutEffect(() => {
    stack.push(latest);
    return () => {
      stack.splice(stack.indexOf(latest), 1);
    };
  }, []);
}

const TYPING =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=true]';
/** What has keys of its own while it is open. */
const APART = '[role=dialog], [role=menu], .MuiPopover-root';

/** Starts listening; answers how to stop. */
export function listenForKeys(): () => void {
  const listen = (event: KeyboardEvent): void => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.defaultPrevented || target.closest(APART) !== null) return;
    const typing = target.matches(TYPING);
    const act = actOf({
      key: event.key,
      modified: event.ctrlKey || event.altKey || event.metaKey,
      typing,
      pressable: target.closest('a, button, summary, [role=tab], [role=button]') !== null,
    });
    if (act === undefined) return;
    if (act === 'back' && typing && target.closest('[data-decision]') === null) {
      (target as HTMLElement).blur();
      return;
    }
    const handler = stack.findLast((one) => one.current[act] !== undefined)?.current[act];
    if (handler === undefined) return;
    event.preventDefault();
    handler();
  };
  window.addEventListener('keydown', listen);
  return () => window.removeEventListener('keydown', listen);
}
