/**
 * Finds the declarations of features: each is in a file of a given name in the folder of its feature. Contracts, forex and metals
 * share the feature `positions`, whose folder is a room.
 */
import { existsSync, readdirSync } from 'node:fs';

const FEATURES = new URL('../../server/src/features/', import.meta.url);
const POSITIONS = new URL('../../server/src/positions/', import.meta.url);

/** By feature, the exports of such a file, for example of `testing/walk.ts`. */
export async function saidByFeatures<Said>(file: string): Promise<ReadonlyMap<string, Said>> {
  const found = [
    ...readdirSync(FEATURES).map((feature) => [feature, new URL(`${feature}/${file}`, FEATURES)] as const),
    ['positions', new URL(file, POSITIONS)] as const,
  ].filter(([, at]) => existsSync(at));
  return new Map(
    await Promise.all(
      found.map(async ([feature, at]) => [feature, (await import(at.href)) as Said] as const),
    ),
  );
}
