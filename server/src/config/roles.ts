/**
 * The tasks of a process, depending on its `--role`. A process with the role `all` does everything; the other roles divide the
 * work of a platform.
 */
export const ROLES = ['all', 'api', 'market', 'worker', 'guard'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Whether the process answers customers and operators. A `market` process does too, because programs that push quotes connect to
 * it.
 */
export function serves(role: Role): boolean {
  return role === 'all' || role === 'api' || role === 'market';
}

/** Whether the process leads the market or stands by to lead it. */
export function maySeekLead(role: Role): boolean {
  return role === 'all' || role === 'market';
}

/**
 * Whether the process sends mail and payouts, publishes proofs, and cleans up. Several processes may, because each task is
 * claimed in the database.
 */
export function works(role: Role): boolean {
  return role === 'all' || role === 'worker';
}
