/** Inputs for tests of rules: the gate of a customer without restrictions, and a wall-clock time. */
import type { Gate } from '../gates.ts';

/** Wednesday, 14 January 2026, noon UTC; the week began on the 12th. */
export const WALL = Date.UTC(2026, 0, 14, 12);

export const openGate: Gate = {
  book: 100_001n,
  id: 0n,
  status: 'active',
  kycStatus: 'approved',
  country: 'DE',
  leverEnabled: true,
  hasTradingPassword: true,
  hasBankCard: true,
  securityChangedMs: null,
  timeOutUntilMs: null,
  excludedUntilMs: null,
};
