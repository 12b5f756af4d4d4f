/**
 * Everything that the kit needs from the app, which passes it in: the kit itself knows no history, no network and no state
 * other than its own. A page without an app works without all of it.
 */
import { createContext } from 'react';

/** State shared by controls beyond the lifetime of each; the app creates one per page. */
export type KitMemory = {
  /** The sheets' code has been loaded. */
  sheetFetched: boolean;
  /** Ends typing in the field left last, whose keypad is still shown until the pointer is released. */
  endTyping: (() => void) | undefined;
  /** The scroll position before the keypad was shown; unchanged when moving from field to field. */
  scrolledBefore: number | undefined;
  /** The animation frame in which the page scrolls back. */
  wayBack: number | undefined;
};

export function emptyMemory(): KitMemory {
  return { sheetFetched: false, endTyping: undefined, scrolledBefore: undefined, wayBack: undefined };
}

export type Surroundings = {
  readonly memory: KitMemory;
  /** Whether the customer uses touch rather than keyboard and mouse. */
  readonly worksByTouch: () => boolean;
  /** Gives an open sheet an entry in the history, so that "back" closes it. The returned function removes the entry. */
  readonly pushOverlay: (close: () => void) => () => void;
  /** Resolves when the phone is idle. */
  readonly whenIdle: (timeoutMs: number) => Promise<void>;
  /** Haptic feedback for a key. */
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

/** Whether the network is down; a separate context, because it changes and the functions above never do. */
export const OfflineContext = createContext(false);
