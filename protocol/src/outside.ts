/**
 * The hosts outside the app that it leads to: registers of regulators, where anybody looks up who holds a licence, and block
 * explorers, where anybody sees what moved. Whatever stands in a text, a message or a link, no other address is opened
 * (`web/src/lib/outside.ts`), none is published in an article (`server/src/features/content/markdown.ts`), and the pages' policy lets
 * frames show exactly these, wherever one of them would send a frame on to.
 */

/** Of each host what it is; the page that opens one says so. Every address on it begins with `https://` and this very name. */
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
/** Only what an address is made of: no space, control character, backslash, quote or letter beyond ASCII, and no `@` before a host. */
const PLAIN = /^(https?):\/\/([a-z0-9.:-]+)((?:[/?#][A-Za-z0-9/?#&=+%._~:,;()*$!@-]*)?)$/;
/** Another address inside an address is how one page is made to lead to the next. */
const NESTED =
  /(?:^|[:=/&?#,;])\/\/|\\|(?:^|[^a-z])(?:https?|ftp|javascript|data|vbscript|file|blob|about):/i;
const ROUNDS_MAX = 4;

/** Whether what follows the host leads on, or hides something, however often it was encoded. */
function leadsOn(rest: string): boolean {
  let text = rest;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    // Even decoded, an address has no control character and no line of its own.
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
  // Nobody encodes an honest address so often.
  return true;
}

export type PlainAddress = { readonly scheme: string; readonly host: string };

/** An address as it is written, where that can be read in one way only; undefined for any other text. */
export function plainAddressOf(text: string): PlainAddress | undefined {
  const parts = text.length > LENGTH_MAX ? null : PLAIN.exec(text);
  if (parts === null) return undefined;
  const [, scheme = '', host = '', rest = ''] = parts;
  return leadsOn(rest) ? undefined : { scheme, host };
}

/** The host of the list that an address is on; undefined for one that is not opened. */
export function outsideHostOf(text: string): OutsideHost | undefined {
  const plain = plainAddressOf(text);
  if (plain?.scheme !== 'https' || !Object.hasOwn(outsideHosts, plain.host)) return undefined;
  return plain.host as OutsideHost;
}
