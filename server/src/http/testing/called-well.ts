/** The type of a recipe for a valid call, which features declare in their `testing/walk.ts`. */
import { saidByFeatures } from '@candor/testing/said-by-features.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { Good } from './identity-called-well.ts';

export type Ways = { readonly [Name in CallName]: Good<Name> };
/** Makes a call that creates an object, and returns the object's id. */
type Made = (call: CallName, fields: Record<string, unknown>) => Promise<string>;

/** `token` returns the token of the session that makes the calls. */
export async function waysOfFeatures(made: Made, token: () => string): Promise<Partial<Ways>> {
  const said = await saidByFeatures<{ waysOf: (by: Made, token: () => string) => Partial<Ways> }>(
    'testing/walk.ts',
  );
  return Object.assign({}, ...[...said.values()].map(({ waysOf }) => waysOf(made, token))) as Partial<Ways>;
}
