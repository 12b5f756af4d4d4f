/** Leaves the field that is being typed into, which closes its keypad, before a button in the keypad leads elsewhere. */
export function endTyping(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
