/**
 * Asking afresh whether it is the operator: what is sensitive is refused with `confirmation_needed` some minutes after the last proof,
 * and made again, as it was, once the dialog of the frame has brought another. One dialog is open at a time; who needs it meanwhile waits
 * for the same.
 */
let waiting: { readonly done: Promise<boolean>; readonly end: (confirmed: boolean) => void } | undefined;
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

/** Opens the dialog; answers whether somebody confirmed. */
export function confirmAfresh(): Promise<boolean> {
  if (waiting === undefined) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting = { done: promise, end: resolve };
    tell();
  }
  return waiting.done;
}

/** Closes it, confirmed or not. */
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
