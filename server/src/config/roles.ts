/** The work of a process, by its `--role`. One of the role `all` does everything; the others divide the work of a platform. */
export const ROLES = ['all', 'api', 'market', 'worker', 'guard'] as const;
export type Role = (typeof ROLES)[number];

/** Answers customers and operators. A market does too: programs that push quotes connect to it. */
export function serves(role: Role): boolean {
  return role === 'all' || role === 'api' || role === 'market';
}

/** Leads the market, or stands by to lead it. */
export function maySeekLead(role: Role): boolean {
  return role === 'all' || role === 'market';
}

/** Sends mail and payouts, publishes proofs, and cleans up. Several may; each task is claimed in the database. */
export function works(role: Role): boolean {
  return role === 'all' || role === 'worker';
}
