/** The watchlist that this device shows, in Market and beside a ticket. */
import { useSetting } from '../../lib/device.ts';
import type { Setting } from '../../lib/device.ts';
import type { Watchlist, Watchlists } from './list-changes.ts';

const setting: Setting<string> = {
  store: 'localStorage',
  key: 'candor.watchlist',
  parse: (stored) => (typeof stored === 'string' ? stored : ''),
};

const nothing: Watchlist = { name: '', symbols: [] };

export type ChosenList = {
  readonly chosen: Watchlist;
  readonly choose: (name: string) => void;
};

/** Returns the first list if the chosen one was deleted or renamed elsewhere. */
export function useChosenList(lists: Watchlists | undefined): ChosenList {
  const [name, setName] = useSetting(setting);
  const chosen = lists?.find((list) => list.name === name) ?? lists?.[0] ?? nothing;
  return { chosen, choose: (wanted) => setName(() => wanted) };
}
