/** Compares the existing items with the allowed ones, and describes the differences in sentences. */
import { HISTORY, KEPT_BY_JOURNALS } from './allowed-rights.ts';
import { leverIn } from './names.ts';

/** New items, and allowed items that no longer exist; both need a review. */
export function differences(
  what: string,
  { found, allowed }: { readonly found: readonly string[]; readonly allowed: readonly string[] },
): string[] {
  const [there, known] = [new Set(found), new Set(allowed)];
  return [
    ...[...there].filter((name) => !known.has(name)).map((name) => `${what} "${name}" is on no list.`),
    ...[...known]
      .filter((name) => !there.has(name))
      .map((name) => `${what} "${name}" is on a list and is not there.`),
    ...allowed
      .filter((name, at) => allowed.indexOf(name) !== at)
      .map((name) => `${what} "${name}" is listed twice.`),
  ];
}

export function leverNames(what: string, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const lever = leverIn(name);
    return lever === undefined ? [] : [`${what} "${name}" has the word "${lever}" in it.`];
  });
}

const WRITING = ['insert', 'update', 'delete', 'truncate', 'trigger', 'maintain'];

/** Privileges that no list can allow: changing history, or changing amounts that only journals change. */
export function rightsToHistory(rights: readonly string[]): string[] {
  return rights.flatMap((line) => {
    const [, who, may, thing] = /^(\S+): (\S+) (\S+)$/.exec(line) ?? [];
    const table = thing?.split('.')[0] ?? '';
    const isChange = may !== 'select' && may !== 'insert' && WRITING.includes(may ?? '');
    if (HISTORY.includes(table) && isChange) return [`${who} may ${may} ${thing}, which is history.`];
    if (KEPT_BY_JOURNALS.includes(table) && WRITING.includes(may ?? '')) {
      return [`${who} may ${may} ${thing}, which journals alone move.`];
    }
    return [];
  });
}
