/**
 * The tables that each room reads and writes, with a reason. `tools/arrows-of-sql.ts` has those of rooms; a feature has its own
 * in its folder.
 */

/** Names of tables and views, several in one string. */
export type Named = { readonly tables: string; readonly because: string };

export type SqlRoom = {
  /** A room of `arrows.ts`, or `features/` and the feature. */
  readonly name: string;
  /** The tables of the room that every room may read. */
  readonly open?: Named;
  readonly reads?: readonly Named[];
  readonly writes?: readonly Named[];
};
