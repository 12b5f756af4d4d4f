/** How calls are made well, as features say beside themselves in `testing/walk.ts`. */
import { existsSync, readdirSync } from 'node:fs';
import type { CallName } from '@candor/protocol/calls.ts';
import type { Good } from './identity-called-well.ts';

export type Ways = { readonly [Name in CallName]: Good<Name> };
/** Makes something by a call, and answers its id. */
type Made = (call: CallName, fields: Record<string, unknown>) => Promise<string>;

const FEATURES = new URL('../../features/', import.meta.url);

export async function waysOfFeatures(made: Made): Promise<Partial<Ways>> {
  const files = readdirSync(FEATURES)
    .map((name) => new URL(`${name}/testing/walk.ts`, FEATURES))
    .filter((file) => existsSync(file));
  const said = await Promise.all(
    files.map(async (file) => (await import(file.href)) as { waysOf: (by: Made) => Partial<Ways> }),
  );
  return Object.assign({}, ...said.map(({ waysOf }) => waysOf(made))) as Partial<Ways>;
}
