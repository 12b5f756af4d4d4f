/** A loan as the server sends it, for tests: 1,000 USDT for 30 days, under review unless overridden. */
import type { LoanEvent } from '../connection.ts';

export function toyLoan(changes: Partial<LoanEvent['loan']> = {}): LoanEvent['loan'] {
  return {
    id: '1',
    currency: 'USDT',
    amount: '1000',
    days: 30,
    daily_rate: '0.05',
    overdue_rate: '0.1',
    overdue_cap: '20',
    method: 'at_maturity',
    apr: '18.25',
    status: 'pending_review',
    reason: null,
    overdue: false,
    interest_planned: '15',
    total_planned: '1015',
    unpaid: '0',
    interest: '0',
    overdue_fee: '0',
    due: '0',
    repaid: '0',
    applied_at: 100,
    deadline_at: 200,
    disbursed_at: null,
    due_at: null,
    settled_at: null,
    agreement: '2026-11',
    ...changes,
  };
}
