/** Removes all second factors of a customer. */
import type { Connection } from '../../db/pool.ts';
import { unbindAuthenticator } from '../../identity/factors/authenticator.ts';
import { deletePasskey, passkeysOf } from '../../identity/factors/passkey-store.ts';
import { forgetRecoveryCodes } from '../../identity/factors/recovery-codes.ts';

export async function resetFactors(connection: Connection, customer: bigint): Promise<void> {
  await unbindAuthenticator(connection, customer);
  await forgetRecoveryCodes(connection, customer);
  for (const passkey of await passkeysOf(connection, customer)) await deletePasskey(connection, passkey);
}
