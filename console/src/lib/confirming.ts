/**
 * Confirms the operator's identity. If the last confirmation was too long ago, a sensitive call is refused with
 * `confirmation_needed`; the frame's dialog asks for a new confirmation, and the call is repeated unchanged. Only one dialog
 * is open at a time, and all calls that need a confirmation wait for its result.
 */
export type Confirming = {
  /** Opens the dialog; resolves to whether the operator confirmed. */
  readonly confirmAfresh: () => Promise<boolean>;
  /** Closes the dialog with its result. */
  readonly endConfirming: (confirmed: boolean) => void;
  readonly isConfirming: () => boolean;
  readonly onConfirmingChange: (listener: () => void) => () => void;
};

export function createConfirming(): Confirming {
  let waiting: { readonly done: Promise<boolean>; readonly end: (confirmed: boolean) => void } | undefined;
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    confirmAfresh: () => {
      if (waiting === undefined) {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        waiting = { done: promise, end: resolve };
        tell();
      }
      return waiting.done;
    },
    endConfirming: (confirmed) => {
      waiting?.end(confirmed);
      waiting = undefined;
      tell();
    },
    isConfirming: () => waiting !== undefined,
    onConfirmingChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
