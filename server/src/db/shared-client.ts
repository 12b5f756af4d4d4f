/**
 * Connections through a pooler that gives each transaction any of its connections to PostgreSQL (transaction pooling). What a
 * connection would keep between transactions, settings and prepared statements among it, is not there in the next one.
 */
import pg from 'pg';

/** Such a URL says so: `postgres://candor_app:…@pooler:6432/candor?pooling=transaction`. */
export function passesSharedPool(url: string): boolean {
  return /[?&]pooling=transaction(?:&|$)/.test(url);
}

/** Sends every statement unprepared. PgBouncer before 1.21 does not know which of its connections has prepared a statement. */
export class SharedClient extends pg.Client {
  override query = ((...given: unknown[]) => {
    const [asked, ...rest] = given;
    return super.query(...([withoutName(asked), ...rest] as Parameters<pg.Client['query']>));
  }) as pg.Client['query'];
}

/** Whether the connection is another one in each transaction. */
export const isShared = (connection: unknown): boolean => connection instanceof SharedClient;

function withoutName(asked: unknown): unknown {
  if (typeof asked !== 'object' || asked === null || 'submit' in asked || !('name' in asked)) return asked;
  const { name: _, ...unnamed } = asked as { name: unknown };
  return unnamed;
}
