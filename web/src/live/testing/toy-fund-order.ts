/** A fund order as the server sends it, for tests. */
import type { FundEvent } from '../connection.ts';

export function toyFundOrder(changes: Partial<FundEvent['order']> = {}): FundEvent['order'] {
  return {
    id: '9',
    project_id: '1',
    currency: 'USDT',
    amount: '500',
    rate_min: '1.5',
    rate_max: '1.8',
    days: 3,
    early_fee_rate: '1',
    status: 'pending',
    reason: null,
    income: '0',
    fee: '0',
    profit: '0',
    paid_days: 0,
    applied_at: 100,
    started_at: null,
    expires_at: null,
    next_income_at: null,
    last_income_at: null,
    ended_at: null,
    ...changes,
  };
}
