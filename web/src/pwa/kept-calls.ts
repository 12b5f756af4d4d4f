/**
 * The calls whose answers the worker caches for offline use: market data, published terms, news and help, which are the same for
 * every requester. Customer data is never cached, and neither is a request with a token. Searches are excluded, because they are
 * private and every typed letter would displace a useful answer. Pure.
 */

/** The cached calls by method and path. News is requested by POST. */
export const KEPT: ReadonlySet<string> = new Set([
  'GET currency/quotation_new',
  'GET currency/new_timeshar',
  'GET currency/whlist',
  'GET currency/whkdata',
  'GET currency/whtrade',
  'GET lh/wh_bzhl_list',
  'GET transparency/terms',
  'GET transparency/loss_share',
  'GET jurisdictions',
  'POST news/list',
  'POST news/detail',
  'GET news/getkf',
  'GET news_articles/list',
]);

const API = '/api/';

export function isKept(method: string, pathname: string): boolean {
  return pathname.startsWith(API) && KEPT.has(`${method} ${pathname.slice(API.length)}`);
}

/** The parts of a request that decide whether its answer may be cached. */
export type Asked = {
  readonly method: string;
  readonly url: string;
  readonly hasToken: boolean;
  /** The body of a POST, which is form-urlencoded in every call without a token. */
  readonly body: string;
};

/**
 * Returns the key of an answer in the cache, as an address: the call with its input in a canonical order. Returns undefined if
 * the answer must not be cached.
 */
export function keptAs({ method, url, hasToken, body }: Asked): string | undefined {
  if (hasToken) return undefined;
  const { origin, pathname, searchParams } = new URL(url);
  if (!isKept(method, pathname)) return undefined;
  const path = pathname.slice(API.length);
  const fields = [...searchParams, ...new URLSearchParams(body)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  if (fields.some(([field]) => field === 'search')) return undefined;
  return `${origin}/kept/${method}/${path}?${new URLSearchParams(fields)}`;
}

/**
 * The maximum number of cached answers. It exceeds the number of languages, instruments and periods that a customer is likely to
 * view.
 */
export const KEPT_MAX = 80;
export const KEPT_BYTES_MAX = 512 * 1024;
