/** A ticket for tests: 25 USDT on BTC/USDT rising within a minute, struck and open, unless overridden. */
import type { Ticket } from '../ticket-list.ts';

export function toyTicket(changes: Partial<Ticket> = {}): Ticket {
  return {
    id: '7',
    symbol: 'BTC/USDT',
    side: 'up',
    seconds: 60,
    stake: '25',
    currency: 'USDT',
    payout_ratio: '0.82',
    profit: '20.5',
    status: 'open',
    reason: null,
    accepted_seq: 40,
    strike: '60000',
    strike_seq: 41,
    strike_at_ms: 1_700_000_000_400,
    struck_from_ms: 1_700_000_000_250,
    settle: null,
    settle_seq: null,
    created_at: 1_700_000_000,
    accepted_ms: 1_700_000_000_250,
    expires_at: 1_700_000_060,
    settled_at: null,
    pnl: null,
    ...changes,
  };
}
