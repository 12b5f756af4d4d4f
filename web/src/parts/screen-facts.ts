/** The data that the shell passes to a screen: its title, whether it is a tab, and the history entry in front. */
import { createContext } from 'react';

export type ScreenFacts = {
  readonly title: string;
  readonly isTab: boolean;
  /**
   * Records the key of the history entry at which the customer has arrived, for all mounted screens. Returns whether another
   * screen has arrived at it before.
   */
  readonly arriveAt: (key: string) => boolean;
};

export const ScreenFactsContext = createContext<ScreenFacts>({
  title: '',
  isTab: false,
  arriveAt: () => false,
});
