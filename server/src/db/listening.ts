/** Listens to a channel of the database on a separate connection. */
import type { Connection, Pool } from './pool.ts';

type Ears = {
  /** A name that needs no quotes. */
  readonly channel: string;
  readonly heard: (payload: string) => void;
  /** Called when the connection is lost. Notifications sent before the next connection listens are missed. */
  readonly lost: (connection: Connection) => void;
};

export async function listenOn(pool: Pool, { channel, heard, lost }: Ears): Promise<Connection> {
  const opened = await pool.connect();
  const lose = (): void => lost(opened);
  opened.on('error', lose);
  opened.on('end', lose);
  opened.on('notification', ({ payload = '' }) => heard(payload));
  try {
    await opened.query(`listen ${channel}`);
  } catch (error) {
    // The connection was lost before it could listen. The pool has no other one and would return it again, so it is destroyed.
    opened.release(true);
    throw error;
  }
  return opened;
}
