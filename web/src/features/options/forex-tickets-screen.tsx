/** The customer's option tickets on currency pairs and metals. */
import { TicketBoard } from './history/ticket-board.tsx';

export function ForexTicketsScreen() {
  return <TicketBoard product="forex" />;
}
