/** The tickets on the screen: running tickets, and results until they are dismissed. */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { useMemo, useState } from 'react';
import { create } from 'zustand';
import { useMarketSecond } from '../../../live/market-seconds.ts';
import type { Ticket } from '../../../live/ticket-list.ts';
import { ticketsShown } from './ticket-state.ts';

const storageKey = 'candor.option.put-away';
/** The maximum number of dismissed tickets stored. Older tickets are no longer shown in any case. */
const keptMax = 100;

function readDismissed(): readonly string[] {
  const stored = readStored('sessionStorage', storageKey);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

const useDismissed = create<{ readonly ids: readonly string[] }>(() => ({ ids: readDismissed() }));

/** Dismisses a result, which stays in the history. */
export function dismiss(id: string): void {
  const ids = [...useDismissed.getState().ids, id].slice(-keptMax);
  writeStored('sessionStorage', storageKey, ids);
  useDismissed.setState({ ids });
}

export function useShownTickets(tickets: readonly Ticket[]): readonly Ticket[] {
  const second = useMarketSecond();
  const [openedSecond, setOpenedSecond] = useState(second);
  if (openedSecond === undefined && second !== undefined) setOpenedSecond(second);
  const ids = useDismissed((state) => state.ids);
  return useMemo(
    () => ticketsShown(tickets, { openedSecond, dismissed: new Set(ids) }),
    [tickets, openedSecond, ids],
  );
}
