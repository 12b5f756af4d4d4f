/**
 * Reads each feature's declaration of its allowed items from `testing/no-lever.ts` in its folder. Its lines are added to the
 * lists here, are checked as strictly, and use the same purposes; a name on two lists is an error.
 */
import { saidByFeatures } from '../said-by-features.ts';
import type { AllowedCall } from './allowed-calls.ts';
import type { Purpose } from './allowed-columns.ts';
import type { AllowedConsoleCall } from './allowed-console-calls.ts';
import type { Rights } from './allowed-rights.ts';
import type { TableOwner } from './table-owners.ts';

type Changed = { readonly name: string; readonly changes: readonly string[] };

export type AllowedOfFeature = {
  readonly calls?: Readonly<Record<string, AllowedCall>>;
  readonly consoleCalls?: Readonly<Record<string, AllowedConsoleCall>>;
  /** The columns of each table, by purpose. */
  readonly columns?: Readonly<Record<string, Partial<Record<Purpose, string>>>>;
  /** The owner of each table. */
  readonly tables?: Readonly<Record<string, TableOwner>>;
  /** Tables that no role changes. */
  readonly history?: readonly string[];
  readonly rights?: readonly Rights[];
  /** The tables and views that the guard of the books may read. */
  readonly guardReads?: string;
  /** Other privileges of the guard, and those of every role. */
  readonly guardRights?: readonly Rights[];
  readonly publicRights?: readonly Rights[];
  /** Tables that commands write, as the feature declares their rows: only columns declared as changing may be changed. */
  readonly changed?: readonly Changed[];
  readonly functions?: Readonly<Record<string, string>>;
  readonly triggers?: Readonly<Record<string, string>>;
  /** A group of limits, its purpose, and its names. */
  readonly limits?: Readonly<Record<string, readonly [because: string, names: string]>>;
  /** Operators' actions on the feature, by their names in the log. */
  readonly acts?: Readonly<Record<string, string>>;
};
type Listed = 'changed' | 'guardRights' | 'history' | 'publicRights' | 'rights';
/** A list of names other than privileges. */
type Named = Exclude<keyof AllowedOfFeature, Listed | 'guardReads'>;

const allowedBy = await saidByFeatures<{ allowed: AllowedOfFeature }>('testing/no-lever.ts');
const ofFeatures: readonly AllowedOfFeature[] = [...allowedBy.values()].map(({ allowed }) => allowed);

const limitsBy = await saidByFeatures<{ limits: object }>('limits.ts');
/** By feature, the limits of features that keep them in their own folder. */
export const LIMITS_OF_FEATURES: Readonly<Record<string, object>> = Object.fromEntries(
  [...limitsBy].map(([feature, { limits }]) => [feature, limits]),
);

/** A list together with the features' additional lines. */
export function withFeatures<Part extends Named>(
  part: Part,
  shared: NonNullable<AllowedOfFeature[Part]>,
): NonNullable<AllowedOfFeature[Part]> {
  const lines = [shared, ...ofFeatures.map((allowed) => allowed[part] ?? {})].flatMap((list) =>
    Object.entries(list),
  );
  const names = lines.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`expected "${twice}" on one list of ${part}, found it on two`);
  return Object.fromEntries(lines) as NonNullable<AllowedOfFeature[Part]>;
}

/** Tables and views of features, in one string. */
export const GUARD_READS: string = ofFeatures.flatMap(({ guardReads }) => guardReads ?? []).join(' ');

/** The features' additions to a list of privileges, of append-only tables, or of changing tables. */
export function addedByFeatures<Part extends Listed>(
  part: Part,
): NonNullable<AllowedOfFeature[Part]>[number][] {
  return ofFeatures.flatMap((allowed) => [...(allowed[part] ?? [])]) as NonNullable<
    AllowedOfFeature[Part]
  >[number][];
}
