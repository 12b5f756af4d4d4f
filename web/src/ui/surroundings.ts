/**
 * The dependencies of the kit. The app provides them, because the kit has no access to the history, the network or the app's
 * state. All of them are optional, for pages without an app.
 */
import { createContext } from 'react';

export type Remembered = {
  /** Whether the sheets' code has loaded. */
  readonly sheetFetched: boolean;
  /** Ends the typing in the field that was left last, whose keypad is shown until the pointer is released. */
  readonly endTyping: (() => void) | undefined;
  /** The scroll position before the keypad was shown, which is kept when the focus moves from field to field. */
  readonly scrolledBefore: number | undefined;
  /** The pending animation frame in which the page scrolls back. */
  readonly wayBack: number | undefined;
};

/** State shared by controls, which outlives each of them. The app creates it once per page. */
export type KitMemory = {
  readonly now: () => Remembered;
  readonly keep: (change: Partial<Remembered>) => void;
};

export function emptyMemory(): KitMemory {
  let remembered: Remembered = {
    sheetFetched: false,
    endTyping: undefined,
    scrolledBefore: undefined,
    wayBack: undefined,
  };
  return { now: () => remembered, keep: (change) => void (remembered = { ...remembered, ...change }) };
}

export type Surroundings = {
  readonly memory: KitMemory;
  readonly worksByTouch: () => boolean;
  /** Adds an entry to the history for an open sheet, so that "back" closes the sheet. The returned function removes the entry. */
  readonly pushOverlay: (close: () => void) => () => void;
  readonly whenIdle: (timeoutMs: number) => Promise<void>;
  readonly feelKey: () => void;
  readonly showToast: (text: string, tone: 'good' | 'bad') => void;
};

export const SurroundingsContext = createContext<Surroundings>({
  memory: emptyMemory(),
  worksByTouch: () => false,
  pushOverlay: () => () => undefined,
  whenIdle: () => Promise.resolve(),
  feelKey: () => undefined,
  showToast: () => undefined,
});

/** Whether the network is down. This is a separate context, because it changes and the functions above never do. */
export const OfflineContext = createContext(false);
