/** The type of a recipe for a valid call, which features declare in their `testing/walk.ts`. */
import { saidByFeatures } from '@candor/testing/said-by-features.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { Good } from './identity-called-well.ts';

export type Ways = { readonly [Name in CallName]: Good<Name> };
/** Creates an object by a call and returns its id. */
type Made = (call: CallName, fields: Record<string, unknown>) => Promise<string>;

export async function waysOfFeatures(made: Made): Promise<Partial<Ways>> {
  const said = await saidByFeatures<{ waysOf: (by: Made) => Partial<Ways> }>('testing/walk.ts');
  return Object.assign({}, ...[...said.values()].map(({ waysOf }) => waysOf(made))) as Partial<Ways>;
}
