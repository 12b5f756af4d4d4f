/** The data that the shell passes to a screen: its title, whether it is a tab, and the history entry in front. */
import { createContext } from 'react';

/** The key of the history entry to which the customer navigated last; the same for all mounted screens. */
export type Arrived = { key: string | undefined };

export type ScreenFacts = { readonly title: string; readonly isTab: boolean; readonly arrived: Arrived };

export const ScreenFactsContext = createContext<ScreenFacts>({
  title: '',
  isTab: false,
  arrived: { key: undefined },
});
