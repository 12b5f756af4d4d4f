/** Follows the key that this device stored to those that replaced it, by the statements that the platform publishes. */
import { NetworkFailure } from '@candor/client/answers.ts';
import type { FollowedKey } from '@candor/verifier/keys/follow-keys.ts';
import type { TapeReader } from './tape-reader.ts';

/** Returns undefined if only the trusted key signed, so that nothing has to be followed. */
export async function followed(
  trusted: string,
  signers: readonly string[],
  reader: Pick<TapeReader, 'changes'>,
): Promise<readonly FollowedKey[] | undefined> {
  if (signers.every((signer) => signer === trusted)) return undefined;
  const changes = await reader.changes();
  // The verifier's cryptography is loaded only when there is something to check.
  const [{ followKeys }, { isSignedBy }] = await Promise.all([
    import('@candor/verifier/keys/follow-keys.ts'),
    import('@candor/verifier/crypto.ts'),
  ]).catch((cause: unknown) => {
    throw new NetworkFailure('the verifier could not be loaded', { cause });
  });
  return followKeys(trusted, changes, { purpose: 'tape', verify: isSignedBy });
}
