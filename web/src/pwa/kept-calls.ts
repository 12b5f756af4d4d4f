/**
 * Which answers the worker keeps for when the network is gone: market data, published terms, news and help, the same for whoever
 * asks. Nothing of a customer is ever on this list, and a request that carries a token is never kept whatever it asks for. What somebody
 * searched for is nobody else's to find on this phone, and each letter of it would push out an answer that is of use. Pure.
 */

/** Calls whose last answer is kept, by method and path; news is asked for by POST. */
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

/** Whether this is a call whose answers are kept. */
export function isKept(method: string, pathname: string): boolean {
  return pathname.startsWith(API) && KEPT.has(`${method} ${pathname.slice(API.length)}`);
}

/** What of a request decides whether its answer may be kept. */
export type Asked = {
  readonly method: string;
  readonly url: string;
  readonly hasToken: boolean;
  /** The body of a POST, form-urlencoded as every call without a token goes. */
  readonly body: string;
};

/**
 * The name under which an answer is kept, as an address: the call with what was asked, in one order whatever order it came in.
 * Undefined where nothing may be kept.
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

/** How many answers stay; with this many languages, instruments and periods one has long looked at others. */
export const KEPT_MAX = 80;
/** An answer longer than this is not worth the phone's room. */
export const KEPT_BYTES_MAX = 512 * 1024;
