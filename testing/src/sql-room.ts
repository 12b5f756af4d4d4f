/** Whose tables a room reads and writes, as a row that says why: `tools/arrows-of-sql.ts` has those of rooms, a feature its own beside itself. */

/** Tables and views, several in one string. */
export type Named = { readonly tables: string; readonly because: string };

export type SqlRoom = {
  /** The room of `arrows.ts`, or `features/` and the feature. */
  readonly name: string;
  /** What everybody may read of it. */
  readonly open?: Named;
  readonly reads?: readonly Named[];
  readonly writes?: readonly Named[];
};
