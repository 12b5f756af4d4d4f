/**
 * Changes of a customer's watchlists. Each is a function from lists to lists that does not depend on what the screen showed, so
 * that it can be repeated on the lists that another device has saved in the meantime. Pure.
 */
import { watchlistLimits } from '@candor/protocol/watchlists/limits.ts';

export type Watchlist = { readonly name: string; readonly symbols: readonly string[] };
export type Watchlists = readonly Watchlist[];
export type Change = (lists: Watchlists) => Watchlists;

/** A name of this many characters is too long for a list. */
const isTooLong = (name: string): boolean => [...name].length > watchlistLimits.nameLength;

export type NameProblem = 'missing' | 'long' | 'taken';

/** `own` is the present name of a list that is being renamed. The unnamed list keeps the app's name until it is renamed. */
export function nameProblem(
  lists: Watchlists,
  { typed, own }: { readonly typed: string; readonly own?: string },
): NameProblem | undefined {
  const name = typed.trim();
  if (name === '') return own === '' ? undefined : 'missing';
  if (isTooLong(name)) return 'long';
  return name !== own && lists.some((list) => list.name === name) ? 'taken' : undefined;
}

const onList = (name: string, change: (list: Watchlist) => Watchlist): Change => {
  return (lists) => lists.map((list) => (list.name === name ? change(list) : list));
};

export function withSymbol(
  name: string,
  { symbol, isOn }: { readonly symbol: string; readonly isOn: boolean },
): Change {
  return onList(name, (list) => {
    const others = list.symbols.filter((other) => other !== symbol);
    if (!isOn) return { ...list, symbols: others };
    const isFull = list.symbols.length >= watchlistLimits.symbols;
    return list.symbols.includes(symbol) || isFull ? list : { ...list, symbols: [...others, symbol] };
  });
}

/** Adds a list at the end. */
export function withList(name: string, symbols: readonly string[] = []): Change {
  return (lists) => {
    const isKnown = lists.some((list) => list.name === name);
    return isKnown || lists.length >= watchlistLimits.lists ? lists : [...lists, { name, symbols }];
  };
}

/** The last list can't be deleted. */
export function withoutList(name: string): Change {
  return (lists) => {
    const others = lists.filter((list) => list.name !== name);
    return others.length === 0 ? lists : others;
  };
}

export function renamed(name: string, to: string): Change {
  return (lists) =>
    lists.some((list) => list.name === to) ? lists : onList(name, (list) => ({ ...list, name: to }))(lists);
}

/** Moves an item in front of another one, or to the end. */
function placed<Item>(items: readonly Item[], at: number, to: number): readonly Item[] {
  const item = items[at];
  if (item === undefined || to < 0 || to >= items.length) return items;
  return items.toSpliced(at, 1).toSpliced(to, 0, item);
}

/** Moves a list to a place, from 0. */
export function movedList(name: string, to: number): Change {
  return (lists) =>
    placed(
      lists,
      lists.findIndex((list) => list.name === name),
      to,
    );
}

export function movedSymbol(
  name: string,
  { symbol, to }: { readonly symbol: string; readonly to: number },
): Change {
  return onList(name, (list) => ({
    ...list,
    symbols: placed(list.symbols, list.symbols.indexOf(symbol), to),
  }));
}
