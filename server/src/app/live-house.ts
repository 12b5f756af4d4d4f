/** What a live house begins with: the code with which its first customers register, and nothing else. */
import type { Config } from '../config/config.ts';
import type { Pool } from '../db/pool.ts';

export async function openLiveHouse(pool: Pool, { house }: Pick<Config, 'house'>): Promise<void> {
  if (house?.inviteCode === undefined) throw new Error('a live house has an invite code');
  await pool.query('insert into invite_code (code, owner) values ($1, 0) on conflict do nothing', [
    house.inviteCode,
  ]);
}
