/** A customer's watchlists. */
import * as v from 'valibot';
import { symbol } from '../fields.ts';
import { watchlistLimits as limits } from './limits.ts';

/**
 * The customer's name for a list, without spaces around it. The favourites have an empty one until they are renamed, because the
 * app names them in the customer's language.
 */
const name = v.pipe(
  v.string(),
  v.check((text) => [...text].length <= limits.nameLength && text === text.trim()),
  // Neither control characters nor half a surrogate pair, which the database can't store.
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u),
);

const watchlist = v.object({
  name,
  symbols: v.pipe(
    v.array(symbol),
    v.maxLength(limits.symbols),
    v.check((symbols) => new Set(symbols).size === symbols.length),
  ),
});

const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_646));

export const watchlists = v.object({ version, items: v.array(watchlist) });

/** At least one list, each with a unique name. */
export const watchlistsInput = v.object({
  version,
  items: v.pipe(
    v.array(watchlist),
    v.minLength(1),
    v.maxLength(limits.lists),
    v.check((lists) => new Set(lists.map((list) => list.name)).size === lists.length),
  ),
});
