/** Ignores failures of background checks: a missing answer is not a contradiction, and the next check repeats the request. */
import { NetworkFailure } from '@candor/client/answers.ts';
import { RefusedError } from '@candor/client/answers.ts';

export async function quietly(look: Promise<void>): Promise<void> {
  try {
    await look;
  } catch (failure) {
    if (failure instanceof NetworkFailure || failure instanceof RefusedError) return;
    throw failure;
  }
}
