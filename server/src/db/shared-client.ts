/**
 * Connections through a pooler that assigns each transaction to any of its connections to PostgreSQL (transaction pooling). What
 * a connection remembers between transactions, such as settings and prepared statements, is missing in the next one.
 */
import pg from 'pg';

/** Whether a URL says that it leads to such a pooler: `postgres://candor_app:…@pooler:6432/candor?pooling=transaction`. */
export function passesSharedPool(url: string): boolean {
  return /[?&]pooling=transaction(?:&|$)/.test(url);
}

/**
 * Sends every statement unprepared, because PgBouncer before 1.21 does not track which of its connections has prepared a
 * statement.
 */
export class SharedClient extends pg.Client {
  override query = ((...given: unknown[]) => {
    const [asked, ...rest] = given;
    return super.query(...([withoutName(asked), ...rest] as Parameters<pg.Client['query']>));
  }) as pg.Client['query'];
}

/** Whether each transaction may run on a different connection to PostgreSQL. */
export const isShared = (connection: unknown): boolean => connection instanceof SharedClient;

function withoutName(asked: unknown): unknown {
  if (typeof asked !== 'object' || asked === null || 'submit' in asked || !('name' in asked)) return asked;
  const { name: _, ...unnamed } = asked as { name: unknown };
  return unnamed;
}
