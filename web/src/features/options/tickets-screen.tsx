/** The customer's option tickets on BTC and ETH. */
import { TicketBoard } from './history/ticket-board.tsx';

export function TicketsScreen() {
  return <TicketBoard product="crypto" />;
}
