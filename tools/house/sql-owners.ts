/** Finds the owner of each table, and statements that access a table which their room neither owns nor names. */
import { PUT_IN, READ_MODELS, REGISTERS, SCHEMA_ROOMS, SQL_ROOMS } from '../arrows-of-sql.ts';
import type { SqlRoom } from '@candor/testing/sql-room.ts';
import { roomOf } from '../arrows.ts';
import { isTest } from '../source-files.ts';
import { sqlOfCode } from './sql-in-code.ts';
import { tablesUsed } from './sql-names.ts';

export type Reach = {
  readonly path: string;
  readonly room: string;
  readonly table: string;
  readonly owner: string;
  readonly writes: boolean;
};

const SCHEMA = /^server\/schema\/\d+-([\w-]+)\.sql$/;
const MAKES = /^\s*create (?:unlogged )?(?:table|view) ([a-z_0-9]+)/gim;

export function tableOwners(project: ReadonlyMap<string, string>): Map<string, string> {
  const owners = new Map<string, string>();
  for (const [path, text] of project) {
    const room = roomOfSql(path, project);
    if (room === undefined || !SCHEMA.test(path)) continue;
    for (const made of text.matchAll(MAKES)) owners.set(made[1] as string, room);
  }
  return owners;
}

/** A long file has parts: `09-positions-figures.sql` is a part of `09-positions.sql`, and belongs to the same room. */
function wholeOf(path: string, project: ReadonlyMap<string, string>): string {
  const stem = /^(server\/schema\/\d\d-[\w-]+)-\w+\.sql$/.exec(path)?.[1];
  if (stem === undefined) return path;
  const whole = wholeOf(`${stem}.sql`, project);
  return project.has(whole) ? whole : path;
}

/** Undefined if the file does not belong to the server. */
export function roomOfSql(path: string, project: ReadonlyMap<string, string>): string | undefined {
  const file = SCHEMA.exec(wholeOf(path, project))?.[1];
  if (file !== undefined) {
    const isFeature = project.has(`server/src/features/${file}/README.md`);
    return SCHEMA_ROOMS[file] ?? (isFeature ? `features/${file}` : file);
  }
  if (!/^server\/src\/.*\.ts$/.test(path) || isTest(path)) return undefined;
  const feature = /^server\/src\/features\/([^/]+)\//.exec(path)?.[1];
  return feature === undefined ? roomOf(path)?.name : `features/${feature}`;
}

/**
 * Every access of the server's SQL to a table of another room, and the statements whose table is inserted from another module.
 */
export function reachesOf(project: ReadonlyMap<string, string>): { reaches: Reach[]; unread: string[] } {
  const owners = tableOwners(project);
  const reaches: Reach[] = [];
  const unread: string[] = [];
  for (const [path, text] of project) {
    const room = roomOfSql(path, project);
    if (room === undefined) continue;
    const found = path.endsWith('.sql') ? { uses: tablesUsed(text), unread: [] } : sqlOfCode(path, text);
    const isKnown = PUT_IN.some((known) => known.path === path);
    if (!isKnown)
      unread.push(...found.unread.map((sql) => `${path}: ${sql.replaceAll(/\s+/g, ' ').slice(0, 100)}`));
    for (const { table, writes } of found.uses) {
      const owner = owners.get(table);
      if (owner !== undefined && owner !== room) reaches.push({ path, room, table, owner, writes });
    }
  }
  return { reaches, unread };
}

/** The accesses that no row allows. */
export function brokenReaches(reaches: readonly Reach[], rooms: readonly SqlRoom[] = SQL_ROOMS): string[] {
  return reaches
    .filter((reach) => !isNamed(reach, rooms))
    .map(
      ({ path, room, table, owner, writes }) =>
        `${path} ${writes ? 'writes' : 'reads'} ${table}, which is ${owner}'s, and the row of ${room} does not name it.`,
    );
}

/** Names in rows that no statement uses any more. */
export function deadNames(reaches: readonly Reach[], rooms: readonly SqlRoom[] = SQL_ROOMS): string[] {
  return rooms.flatMap(({ name, reads = [], writes = [], open }) => {
    const dead = (named: SqlRoom['reads'], isWriting: boolean): string[] =>
      (named ?? [])
        .flatMap(tablesOf)
        .filter(
          (table) =>
            !reaches.some(
              (reach) => reach.room === name && reach.table === table && reach.writes === isWriting,
            ),
        )
        .map(
          (table) => `The row of ${name} names ${table}, which it does not ${isWriting ? 'write' : 'read'}.`,
        );
    const closed = (open === undefined ? [] : tablesOf(open))
      .filter((table) => !reaches.some((reach) => reach.table === table && reach.owner === name))
      .map((table) => `${name} opens ${table}, which nobody reads.`);
    return [...dead(reads, false), ...dead(writes, true), ...closed];
  });
}

function isNamed({ path, room, table, owner, writes }: Reach, rooms: readonly SqlRoom[]): boolean {
  const row = rooms.find(({ name }) => name === room);
  const names = (named: SqlRoom['reads']): boolean => (named ?? []).flatMap(tablesOf).includes(table);
  if (writes) return names(row?.writes) || (path.endsWith('.sql') && REGISTERS.includes(table));
  if (READ_MODELS.some((model) => path.startsWith(model.path)) || owner === 'read models') return true;
  return (
    names(row?.reads) ||
    names(row?.writes) ||
    names([rooms.find(({ name }) => name === owner)?.open].filter((one) => one !== undefined))
  );
}

function tablesOf({ tables }: { readonly tables: string }): string[] {
  return tables.split(/\s+/);
}
