/**
 * The external hosts to which the app links: regulators' registers of licences, and block explorers for transfers. Addresses
 * of other hosts are neither opened (`web/src/lib/outside.ts`) nor published in an article
 * (`server/src/features/content/markdown.ts`), and the content security policy permits frames of exactly these hosts, even
 * after redirects.
 */

/** A description of each host, shown by the page that opens it. The key is the exact host name; the scheme is always https. */
export const outsideHosts = {
  'register.fca.org.uk': 'register',
  'registers.esma.europa.eu': 'register',
  'portal.mvp.bafin.de': 'register',
  'www.cnmv.es': 'register',
  'www.consob.it': 'register',
  'www.cmvm.pt': 'register',
  'www.cysec.gov.cy': 'register',
  'www.fsa.go.jp': 'register',
  'www.fss.or.kr': 'register',
  'apps.sfc.hk': 'register',
  'eservices.mas.gov.sg': 'register',
  'connectonline.asic.gov.au': 'register',
  'etherscan.io': 'explorer',
  'arbiscan.io': 'explorer',
  'tronscan.org': 'explorer',
  'mempool.space': 'explorer',
} as const satisfies Readonly<Record<string, 'register' | 'explorer'>>;
export type OutsideHost = keyof typeof outsideHosts;

const LENGTH_MAX = 2000;
/**
 * A URL of plain characters only: no space, control character, backslash, quote or non-ASCII letter, and no `@` before the
 * host.
 */
const PLAIN = /^(https?):\/\/([a-z0-9.:-]+)((?:[/?#][A-Za-z0-9/?#&=+%._~:,;()*$!@-]*)?)$/;
/** A URL nested in another URL, as in open redirects. */
const NESTED =
  /(?:^|[:=/&?#,;])\/\/|\\|(?:^|[^a-z])(?:https?|ftp|javascript|data|vbscript|file|blob|about):/i;
const ROUNDS_MAX = 4;

/**
 * Whether the part of a URL after the host contains another URL or a control character, even if percent-encoded several times.
 */
function leadsOn(rest: string): boolean {
  let text = rest;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    if (NESTED.test(text) || /[\u0000-\u001f\u007f]/.test(text)) return true;
    let plainer: string;
    try {
      plainer = decodeURIComponent(text);
    } catch {
      return true;
    }
    if (plainer === text) return false;
    text = plainer;
  }
  // A legitimate URL is not percent-encoded four times.
  return true;
}

export type PlainAddress = { readonly scheme: string; readonly host: string };

/** Returns scheme and host of a URL that every parser reads in the same way; undefined for any other text. */
export function plainAddressOf(text: string): PlainAddress | undefined {
  const parts = text.length > LENGTH_MAX ? null : PLAIN.exec(text);
  if (parts === null) return undefined;
  const [, scheme = '', host = '', rest = ''] = parts;
  return leadsOn(rest) ? undefined : { scheme, host };
}

/** Returns the host of a URL if it is listed; undefined if the URL may not be opened. */
export function outsideHostOf(text: string): OutsideHost | undefined {
  const plain = plainAddressOf(text);
  if (plain?.scheme !== 'https' || !Object.hasOwn(outsideHosts, plain.host)) return undefined;
  return plain.host as OutsideHost;
}
