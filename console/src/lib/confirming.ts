/**
 * Confirms the operator's identity. If the last confirmation was too long ago, a sensitive call is refused with
 * `confirmation_needed`; the frame's dialog asks for a new confirmation, and the call is repeated unchanged. Only one dialog
 * is open at a time, and all calls that need a confirmation wait for its result.
 */
let waiting: { readonly done: Promise<boolean>; readonly end: (confirmed: boolean) => void } | undefined;
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

/** Opens the dialog; resolves to whether the operator confirmed. */
export function confirmAfresh(): Promise<boolean> {
  if (waiting === undefined) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting = { done: promise, end: resolve };
    tell();
  }
  return waiting.done;
}

/** Closes the dialog with its result. */
export function endConfirming(confirmed: boolean): void {
  waiting?.end(confirmed);
  waiting = undefined;
  tell();
}

export function isConfirming(): boolean {
  return waiting !== undefined;
}

export function onConfirmingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
