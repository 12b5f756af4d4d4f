/** Initial data of a live platform: only the invite code with which its first customers register. */
import type { Config } from '../config/config.ts';
import type { Pool } from '../db/pool.ts';

export async function openLiveHouse(pool: Pool, { house }: Pick<Config, 'house'>): Promise<void> {
  if (house?.inviteCode === undefined) throw new Error('expected an invite code in live mode, found none');
  await pool.query('insert into invite_code (code, owner) values ($1, 0) on conflict do nothing', [
    house.inviteCode,
  ]);
}
