/**
 * The tables that each room reads and writes, with a reason: `tools/arrows-of-sql.ts` has those of rooms, a feature its own in
 * its folder.
 */

/** Tables and views, several in one string. */
export type Named = { readonly tables: string; readonly because: string };

export type SqlRoom = {
  /** The room of `arrows.ts`, or `features/` and the feature. */
  readonly name: string;
  /** The part of it that every room may read. */
  readonly open?: Named;
  readonly reads?: readonly Named[];
  readonly writes?: readonly Named[];
};
