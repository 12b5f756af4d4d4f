import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outsideHosts } from '@candor/protocol/outside.ts';
import { outsideOf } from './outside.ts';

const OWN = 'https://candor.example';
const TX = '0x9f3c5a1e2b4d6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708';

it.each([
  ['https://etherscan.io', 'explorer'],
  ['https://etherscan.io/', 'explorer'],
  [`https://etherscan.io/tx/${TX}`, 'explorer'],
  [`https://arbiscan.io/tx/${TX}#eventlog`, 'explorer'],
  [`https://tronscan.org/#/transaction/${TX.slice(2)}`, 'explorer'],
  ['https://mempool.space/tx/4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b', 'explorer'],
  ['https://register.fca.org.uk/s/firm?id=001b000000Mfe1TAAR', 'register'],
  ['https://www.cnmv.es/portal/Consultas/BusquedaPorEntidad.aspx?lang=en', 'register'],
  ['https://portal.mvp.bafin.de/database/InstInfo/?locale=en_GB', 'register'],
  ['https://registers.esma.europa.eu/publication/searchRegister?core=esma_registers_upreg', 'register'],
  ['https://candor.example/api/docs', 'own'],
  ['https://candor.example/api/docs#coin-trade', 'own'],
])('accepts %s as an address of the kind %s', (url, kind) => {
  expect(outsideOf(url, OWN)).toEqual({ kind, host: new URL(url).host, url });
});

it("accepts Candor's own pages over plain HTTP only if the app is served over plain HTTP", () => {
  const here = 'http://127.0.0.1:8080';
  expect(outsideOf(`${here}/api/docs`, here)).toMatchObject({ kind: 'own', host: '127.0.0.1:8080' });
});

/** Addresses with which an attacker might lead a customer to a different site. */
const HOSTILE: readonly string[] = [
  '',
  ' ',
  '/',
  '//etherscan.io',
  '///etherscan.io',
  'etherscan.io',
  'www.etherscan.io',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://etherscan.io/%0aalert(1)',
  'javascript:https://etherscan.io/',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'vbscript:msgbox(1)',
  'blob:https://etherscan.io/1b2c',
  'about:blank',
  'file:///etc/passwd',
  'ftp://etherscan.io/',
  'ws://etherscan.io/',
  'intent://etherscan.io/#Intent;scheme=https;end',
  'view-source:https://etherscan.io/',
  'http://etherscan.io/',
  'HTTPS://etherscan.io/',
  'https://ETHERSCAN.IO/',
  'https:/etherscan.io/',
  'https:etherscan.io/',
  'https:\\\\etherscan.io\\',
  'https:///etherscan.io/',
  'https://evil.example/',
  'https://evil.example/etherscan.io',
  'https://evil.example?https://etherscan.io/',
  'https://evil.example#https://etherscan.io/',
  'https://etherscan.io.evil.example/',
  'https://evil-etherscan.io/',
  'https://etherscan.io./',
  'https://.etherscan.io/',
  'https://etherscan.io:443/',
  'https://etherscan.io:8443/',
  'https://etherscan.io:@evil.example/',
  'https://etherscan.io@evil.example/',
  'https://user@etherscan.io/',
  'https://user:secret@etherscan.io/',
  'https://@etherscan.io/',
  'https://etherscan.io%40evil.example/',
  'https://etherscan.io%2eevil.example/',
  'https://etherscan.io\\@evil.example/',
  'https://etherscan.io\\.evil.example/',
  'https://evil.example\\@etherscan.io/',
  'https://etherscаn.io/',
  'https://etherscan。io/',
  'https://ｅtherscan.io/',
  'https://xn--ethersan-5nf.io/',
  'https://ether\u00adscan.io/',
  'https://ether\u200bscan.io/',
  'https://etherscan.io\u202e/',
  'https://etherscan.io/ tx',
  'https://etherscan.io/\ttx',
  'https://etherscan.io/\r\ntx',
  ' https://etherscan.io/',
  'https://etherscan.io/ ',
  'https://etherscan.io/\u0000',
  'https://etherscan.io/%00',
  'https://etherscan.io/%0d%0aLocation:%20https://evil.example',
  'https://etherscan.io/%250d%250a',
  'https://etherscan.io/%zz',
  'https://etherscan.io/redirect?url=https://evil.example/',
  'https://etherscan.io/redirect?url=https%3A%2F%2Fevil.example%2F',
  'https://etherscan.io/redirect?url=https%253A%252F%252Fevil.example',
  'https://etherscan.io/redirect?url=%2525252525252f',
  'https://etherscan.io/redirect?to=//evil.example',
  'https://etherscan.io/redirect?to=%2F%2Fevil.example',
  'https://etherscan.io/redirect?to=%5C%5Cevil.example',
  'https://etherscan.io/redirect?to=javascript:alert(1)',
  'https://etherscan.io/redirect?to=javascript%3Aalert(1)',
  'https://etherscan.io//evil.example',
  'https://etherscan.io/#//evil.example',
  'https://etherscan.io/#javascript:alert(1)',
  'https://etherscan.io/"><script>alert(1)</script>',
  'https://etherscan.io/<img src=x onerror=alert(1)>',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://0x7f000001/',
  'https://localhost/',
  'https://candor.example/',
  'https://candor.example/#/pages/login/index?back=/',
  'https://candor.example/api/user/logout',
  'https://candor.example/api/docs/../user/logout',
  'https://candor.example/api/docs/%2e%2e/user/info',
  'http://candor.example/api/docs',
  'https://constructor/',
  'https://__proto__/',
  `https://etherscan.io/${'a'.repeat(2000)}`,
];

describe('hostile address', () => {
  it('is listed in at least 90 different forms', () =>
    expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(90));
  it.each(HOSTILE.map((text) => [JSON.stringify(text).slice(0, 90), text]))(
    'is refused: %s',
    (_shown, text) => {
      expect(outsideOf(text, OWN)).toBeUndefined();
    },
  );
});

it('accepts only texts that are exactly an address of an allowed host', () => {
  const allowed = new Set(Object.keys(outsideHosts));
  const hosts = fc.constantFrom('etherscan.io', 'evil.example', 'user@etherscan.io', 'etherscan.io@x.y');
  const bits = fc.constantFrom('/', '//', '\\', '@', '#', '?', ':', '%2f', '%40', '.', 'a', ' ', '\t', '。');
  const rest = fc.array(bits, { maxLength: 8 }).map((some) => some.join(''));
  const made = fc
    .tuple(fc.constantFrom('https://', 'https:', 'http://', '//', ''), hosts, rest)
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(made, fc.webUrl(), fc.string()), (text) => {
      if (outsideOf(text, OWN) === undefined) return;
      const read = new URL(text);
      expect([read.protocol, read.username, read.password, read.port]).toEqual(['https:', '', '', '']);
      expect(allowed).toContain(read.hostname);
      expect(read.href.startsWith(`https://${read.hostname}`)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
