/** Web Push, put together: the keys that sign, and whoever sends what waits. */
import type { Config } from '../config/config.ts';
import type { Pool } from '../db/pool.ts';
import { pushKeys } from '../features/push/keys.ts';
import { startPushing } from '../features/push/tray.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import type { Log } from '../log.ts';

export type PushPartsDeps = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly config: Pick<Config, 'origin' | 'pushServices'>;
  readonly now: () => number;
  readonly log: Log;
  /** What is started here is stopped by what is put onto this. */
  readonly closing: (() => Promise<unknown> | unknown)[];
};

/** A push service wants an address to write to, which a house without a public one does not have. */
const NO_ADDRESS = 'https://candor.example';

export async function pushParts({ pool, vault, config, now, log, closing }: PushPartsDeps) {
  const keys = await pushKeys(pool, vault);
  const { origin, pushServices: services } = config;
  const subject = origin?.startsWith('https:') === true ? origin : NO_ADDRESS;
  const onError = (error: Error) => log('a push waits', error);
  const pushing = startPushing({ pool, sender: { keys, subject, services }, now, onError });
  closing.push(() => pushing.stop());
  return { publicKey: keys.publicKey, services };
}
