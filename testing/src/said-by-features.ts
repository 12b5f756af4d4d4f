/** What features say beside themselves: in a file of one name in the folder of each that has something to say. */
import { existsSync, readdirSync } from 'node:fs';

const FEATURES = new URL('../../server/src/features/', import.meta.url);

/** What such a file exports, `testing/walk.ts` for example, by the feature. */
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
