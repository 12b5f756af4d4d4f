/** Declarations of features: each in a file of a fixed name in the folder of a feature that declares something. */
import { existsSync, readdirSync } from 'node:fs';

const FEATURES = new URL('../../server/src/features/', import.meta.url);

/** The exports of such a file, for example of `testing/walk.ts`, by feature. */
export async function saidByFeatures<Said>(file: string): Promise<ReadonlyMap<string, Said>> {
  const found = readdirSync(FEATURES)
    .map((feature) => [feature, new URL(`${feature}/${file}`, FEATURES)] as const)
    .filter(([, at]) => existsSync(at));
  return new Map(
    await Promise.all(
      found.map(async ([feature, at]) => [feature, (await import(at.href)) as Said] as const),
    ),
  );
}
