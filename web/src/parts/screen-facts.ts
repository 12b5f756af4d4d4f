/** The data that the shell passes to a screen: its row in the table of screens, and the last entry arrived at. */
import { createContext } from 'react';

/** The key of the entry last arrived at; one for the whole shell. */
export type Arrived = { key: string | undefined };

export type ScreenFacts = { readonly title: string; readonly isTab: boolean; readonly arrived: Arrived };

export const ScreenFactsContext = createContext<ScreenFacts>({
  title: '',
  isTab: false,
  arrived: { key: undefined },
});
