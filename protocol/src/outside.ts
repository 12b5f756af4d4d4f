/**
 * The hosts outside the app that it leads to: registers of regulators, where anybody looks up who holds a licence, and block
 * explorers, where anybody sees what moved. Whatever stands in a text, a message or a link, no other address is opened
 * (`web/src/lib/outside.ts`), and the pages' policy lets frames show exactly these, wherever one of them would send a frame on to.
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
