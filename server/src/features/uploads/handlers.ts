/** Handler of the call that accepts an image. Later calls refer to the image by its id. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../calls/handler.ts';
import { duplicateOf, hadEnough, keepFile } from '../../identity/documents/files.ts';
import { readPicture } from '../../identity/documents/pictures.ts';
import { Throttle } from '../../flow/throttle.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { LIMITS } from '../../limits.ts';
import { DAY_MS } from '@candor/domain/time.ts';

export type UploadsDeps = { readonly pool: Pool; readonly vault: Vault; readonly now: () => number };

export function uploadsHandlers({ pool, vault, now }: UploadsDeps): Pick<Handlers, 'POST upload'> {
  const tries = new Throttle({
    max: LIMITS.uploads.triesDayMax,
    windowMs: DAY_MS,
    keysMax: LIMITS.attempts.keysMax,
  });
  return {
    'POST upload': async ({ purpose }, { customer, file: bytes }) => {
      if (bytes === undefined) throw new Error('expected an upload with a file, found none');
      const nowMs = now();
      if (tries.take(String(customer), nowMs) > 0) return refuse('uploads_too_many');
      if (await hadEnough(pool, { customer, nowMs })) return refuse('uploads_too_many');
      // Duplicates are detected first, because decoding the image is expensive.
      const known = await duplicateOf(pool, vault, { customer, purpose, bytes });
      if (known !== undefined) return known;
      const read = await readPicture(bytes);
      if (!read.ok) return read;
      const picture = read.value;
      const kept = await keepFile({ pool, vault }, { customer, purpose, bytes, picture, nowMs });
      return kept.ok ? ok({ id: kept.value.id, width: picture.width, height: picture.height }) : kept;
    },
  };
}
