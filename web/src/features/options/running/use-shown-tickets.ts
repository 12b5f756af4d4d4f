/** The tickets on the screen: running tickets, and results until they are dismissed. */
import { useMemo, useState } from 'react';
import { useSetting } from '../../../lib/device.ts';
import type { Setting } from '../../../lib/device.ts';
import { useMarketSecond } from '../../../live/market-seconds.ts';
import type { Ticket } from '../../../live/ticket-list.ts';
import { ticketsShown } from './ticket-state.ts';

/** The maximum number of dismissed tickets stored. Older tickets are no longer shown in any case. */
const keptMax = 100;

const dismissed: Setting<readonly string[]> = {
  store: 'sessionStorage',
  key: 'candor.option.put-away',
  parse: (stored) => (Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []),
};

/** Returns the function that dismisses a result, which stays in the history. */
export function useDismiss(): (id: string) => void {
  const [, update] = useSetting(dismissed);
  return (id) => update((before) => [...before, id].slice(-keptMax));
}

export function useShownTickets(tickets: readonly Ticket[]): readonly Ticket[] {
  const second = useMarketSecond();
  const [openedSecond, setOpenedSecond] = useState(second);
  if (openedSecond === undefined && second !== undefined) setOpenedSecond(second);
  const [ids] = useSetting(dismissed);
  return useMemo(
    () => ticketsShown(tickets, { openedSecond, dismissed: new Set(ids) }),
    [tickets, openedSecond, ids],
  );
}
