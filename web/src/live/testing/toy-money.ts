/** A deposit and a withdrawal as the server sends them, for tests. */
import type { DepositEvent, WithdrawalEvent } from '../connection.ts';

type Deposit = DepositEvent['deposit'];
type Withdrawal = WithdrawalEvent['withdrawal'];

export function toyDeposit(changes: Partial<Deposit>): Deposit {
  return {
    id: '1',
    currency: 'USDT',
    network: 'tron',
    amount: '100',
    status: 'under_review',
    reason: null,
    reference: null,
    credited: null,
    submitted_at: 10,
    deadline_at: 20,
    overdue: false,
    decided_at: null,
    ...changes,
  };
}

export function toyWithdrawal(changes: Partial<Withdrawal>): Withdrawal {
  return {
    id: '1',
    currency: 'USDT',
    network: 'tron',
    address: 'T1',
    amount: '100',
    fee: '0.1',
    arrives: '99.9',
    status: 'under_review',
    reason: null,
    hold: null,
    paused: null,
    requested_at: 10,
    deadline_at: 20,
    overdue: false,
    approved_at: null,
    decided_at: null,
    paid_reference: null,
    ...changes,
  };
}
