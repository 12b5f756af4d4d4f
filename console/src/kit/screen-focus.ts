/**
 * The keyboard focus after a navigation. The link that was clicked would keep the focus, and with it the Enter key, so the focus
 * moves into the screen: to the list that handles keys there, or to the main part itself.
 */
const MAIN = '#main';
/** Marks the element of a screen that takes the focus on arrival. */
const ENTRY = '[data-takes-focus]';

/** Whether the focus may be moved without taking it from something that the operator uses. */
export function isFocusFree(): boolean {
  const { activeElement: at } = document;
  return at === null || at === document.body || at.matches(MAIN);
}

/** Moves the focus into the screen from outside it, such as from the navigation, but not from a dialog, which is modal. */
export function focusScreen(): void {
  if (!isFocusFree() && document.activeElement?.closest(`${MAIN}, [role=dialog]`) !== null) return;
  const main = document.querySelector<HTMLElement>(MAIN);
  (main?.querySelector<HTMLElement>(ENTRY) ?? main)?.focus({ preventScroll: true });
}
