/** The contents of a ticket's keypad besides the keys: the parts of the ticket that it covers. */
import type { ReactNode } from 'react';
import { createContext } from 'react';

export type TicketKeypad = {
  /** The cost of the typed size, in one line. */
  readonly cost: ReactNode;
  /** The ticket's button. */
  readonly action: ReactNode;
};

/** Undefined for fields outside a ticket. */
export const TicketKeypadContext = createContext<TicketKeypad | undefined>(undefined);
