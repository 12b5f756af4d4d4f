/** Facts for tests of rules: the gate of an unrestricted customer, and a wall-clock time. */
import type { Gate } from '../gates.ts';

/** Noon UTC on Wednesday, 14 January 2026; the week began on the 12th. */
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
