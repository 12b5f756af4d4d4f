/** What the shell tells the screen that it shows: its row in the table of screens, and where one arrived last. */
import { createContext } from 'react';

/** The key of the entry that was last arrived at; one for the whole shell. */
export type Arrived = { key: string | undefined };

export type ScreenFacts = { readonly title: string; readonly isTab: boolean; readonly arrived: Arrived };

export const ScreenFactsContext = createContext<ScreenFacts>({
  title: '',
  isTab: false,
  arrived: { key: undefined },
});
