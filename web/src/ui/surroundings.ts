/**
 * What the kit needs of the app around it, which the app hands in: the kit itself knows no history, no network and no state but
 * its own. A page without an app around it gets along without all of it.
 */
import { createContext } from 'react';

/** What controls remember of one another beyond the life of each; the app makes one for a page. */
export type KitMemory = {
  /** What sheets are made of has been fetched. */
  sheetFetched: boolean;
  /** Ends the typing in the field that was left last, where its keypad still waits for the press to be over. */
  endTyping: (() => void) | undefined;
  /** Where the page stood before the keypad came; going from field to field it stays the first one's. */
  scrolledBefore: number | undefined;
  /** The frame in which the page goes back there. */
  wayBack: number | undefined;
};

export function emptyMemory(): KitMemory {
  return { sheetFetched: false, endTyping: undefined, scrolledBefore: undefined, wayBack: undefined };
}

export type Surroundings = {
  readonly memory: KitMemory;
  /** Whether the customer works with a finger on the glass, rather than with keys and a mouse. */
  readonly worksByTouch: () => boolean;
  /** Gives an open sheet an entry in the history, so that "back" closes it; the answer takes the entry away again. */
  readonly pushOverlay: (close: () => void) => () => void;
  /** A moment in which the phone has nothing better to do. */
  readonly whenIdle: (timeoutMs: number) => Promise<void>;
  /** A key was taken, for the finger on it. */
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

/** Whether the network is gone; a context of its own, since it changes and the functions above never do. */
export const OfflineContext = createContext(false);
