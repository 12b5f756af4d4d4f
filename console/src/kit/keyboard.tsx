/**
 * The keys of the console. One listener dispatches key presses to the mounted components; the most recently mounted one is
 * called first, so that an open decision handles Escape before its case does.
 */
import { useLayoutEffect, useRef } from 'react';
import { actOf } from '../lib/console-keys.ts';
import type { ConsoleAct } from '../lib/console-keys.ts';

export type KeyHandlers = Partial<Record<ConsoleAct, () => void>>;

const stack: { current: KeyHandlers }[] = [];

/** Registers key handlers while the component is mounted. */
export function useConsoleKeys(handlers: KeyHandlers): void {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  // Registers before the first paint, so that a key works as soon as its button is visible.
  useLayoutEffect(() => {
    stack.push(latest);
    return () => {
      stack.splice(stack.indexOf(latest), 1);
    };
  }, []);
}

const TYPING =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=true]';
/** Elements that handle keys themselves while they are open. */
const APART = '[role=dialog], [role=menu], .MuiPopover-root';

/** Starts listening to keys; returns a function that stops the listener. */
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
