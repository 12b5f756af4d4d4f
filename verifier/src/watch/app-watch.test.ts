/**
 * The changes that a server could make to the files of its app, and the alarm of a watch that reads them as customers' browsers
 * do.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import type { Alarm } from './alarms.ts';
import { AppWatch } from './app-watch.ts';
import type { Browser, Served } from './check-app.ts';

const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
const PAGE = '<script type="module" src="/assets/main.js"></script>';
const LAZY = Array.from({ length: 40 }, (_, at) => `assets/lazy-${at}.js`);
const honest: Readonly<Record<string, string>> = {
  ...{ 'index.html': PAGE, 'assets/main.js': 'main', 'worker.js': 'worker', 'icon.svg': '<svg/>' },
  ...Object.fromEntries(LAZY.map((path) => [path, path])),
};
const POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'; base-uri 'none'";
const manifestOf = (files: Readonly<Record<string, string>>): string =>
  Object.entries(files)
    .map(([path, text]) => `${hashOf(text)}  ${path}\n`)
    .join('');

type Answer = { readonly text?: string | undefined; readonly headers?: Readonly<Record<string, string>> };
/** The response of a dishonest server for a path; undefined where it behaves like the honest one. */
type Server = (path: string, browser: Browser, nowMs: number) => Answer | 'missing' | undefined;

const EVERY_MS = 10_000;
const GRACE_MS = 20_000;

/** A watch of a server at the default pace, with a new manifest from a moment on. */
function watchOf(
  server: Server,
  ...later: readonly { readonly atMs: number; readonly files: typeof honest }[]
) {
  const clock = { ms: 0 };
  const logged = (): readonly string[] =>
    [honest, ...later.filter(({ atMs }) => clock.ms >= atMs).map(({ files }) => files)].map(manifestOf);
  const read = (url: string, browser: Browser): Promise<Served> => {
    const path = url.slice(1);
    const answer = server(path, browser, clock.ms);
    if (answer === 'missing') return Promise.resolve({ status: 404, headers: {}, bytes: new Uint8Array() });
    const isPage = path === '' || path.endsWith('.html');
    const headers: Readonly<Record<string, string>> = isPage
      ? { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY }
      : { 'content-type': 'text/javascript' };
    const text = answer?.text ?? honest[path === '' ? 'index.html' : path] ?? '';
    return Promise.resolve({
      status: 200,
      headers: { ...headers, ...answer?.headers },
      bytes: utf8ToBytes(text),
    });
  };
  const app = new AppWatch({
    ...{ read, manifests: () => logged().map(hashOf), witnessedMs: () => clock.ms, nowMs: () => clock.ms },
    file: (path) => Promise.resolve(utf8ToBytes(logged().find((text) => path.endsWith(hashOf(text))) ?? '')),
    ...{ random: (below: number) => Math.floor(below / 2), passRounds: 2, graceMs: GRACE_MS },
  });
  /** The details of all alarms up to a time. */
  const until = async (ms: number): Promise<readonly string[]> => {
    const found: Alarm[] = [];
    for (; clock.ms < ms; clock.ms += EVERY_MS) {
      // oxlint-disable-next-line no-await-in-loop -- rounds follow each other
      await app.round(found);
    }
    return found.map(({ detail }) => detail);
  };
  return { app, clock, until };
}

/** From here on the server cheats. */
const FROM_MS = 30_000;
const cheating =
  (server: Server): Server =>
  (path, browser, nowMs) =>
    nowMs < FROM_MS ? undefined : server(path, browser, nowMs);

describe('a watch at its default pace finds within a minute', () => {
  const isApple = ({ headers }: Browser): boolean => headers['user-agent']?.includes('iPhone') === true;
  const isKnown = ({ headers }: Browser): boolean => headers['cookie'] !== undefined;
  const of = (at: string, answer: Answer | 'missing', to: (browser: Browser) => boolean = () => true) =>
    cheating((path, browser) => (path === at && to(browser) ? answer : undefined));
  const inline = { text: PAGE.replace('</script>', '</script><script>steal()</script>') };
  test.each<[string, Server, RegExp]>([
    ['other bytes of the page', of('index.html', inline), /^index.html is served with other bytes/],
    ['an inline script at the address itself', of('', inline), /^The address itself is served with other/],
    ['other bytes of a file loaded later', of('assets/lazy-17.js', { text: 'x' }), /^assets\/lazy-17.js/],
    ['another worker', of('worker.js', { text: 'x' }), /^worker.js/],
    ['a file that is not served', of('assets/lazy-3.js', 'missing'), /answered with status 404/],
    ['a page for one kind of phone only', of('', inline, isApple), /to another phone\.$/],
    [
      'a program for returning customers only',
      of('assets/main.js', { text: 'x' }, isKnown),
      /^assets\/main.js .* to a phone that was here before\.$/,
    ],
    [
      'a policy that lets inline scripts run',
      of('', {
        headers: { 'content-security-policy': POLICY.replace("script-src 'self'", "script-src 'self' *") },
      }),
      /^The address itself is served with a policy/,
    ],
    [
      'a policy that says nothing about scripts',
      of('index.html', { headers: { 'content-security-policy': "base-uri 'none'" } }),
      /^index.html is served with a policy/,
    ],
    [
      'a header that redirects elsewhere',
      of('', { headers: { refresh: '0; url=//x' } }),
      /the header refresh/,
    ],
    [
      'a script that is served as a page',
      of('worker.js', { headers: { 'content-type': 'text/html' } }),
      /as/,
    ],
    [
      'bytes that were served for a moment only',
      (path, _, ms) => (ms === FROM_MS && path === '' ? inline : undefined),
      /^The address itself/,
    ],
  ])('%s', async (_, server, expected) => {
    const { until } = watchOf(server);
    expect(await until(FROM_MS)).toEqual([]);
    const found = await until(FROM_MS + 60_000);
    expect(found).not.toEqual([]);
    expect(found.filter((detail) => !expected.test(detail))).toEqual([]);
  });

  test('a build that is not logged, and an old one that is still served', async () => {
    const other: typeof honest = { ...honest, 'assets/main.js': 'new', 'assets/lazy-1.js': 'new' };
    const updated = cheating((path) => ({ text: other[path === '' ? 'index.html' : path] }));
    expect((await watchOf(updated).until(FROM_MS + 60_000)).join()).toContain('assets/main.js');
    const { until } = watchOf(() => undefined, { atMs: FROM_MS, files: other });
    expect(await until(FROM_MS)).toEqual([]);
    expect((await until(FROM_MS + 60_000)).join()).toContain('assets/main.js');
  });
});

const build = (name: string): typeof honest => ({
  ...honest,
  'assets/main.js': name,
  'assets/lazy-1.js': name,
});
const servesMain = (of: (nowMs: number) => string | undefined): Server => {
  return (path, _, nowMs) => {
    const isBuilt = path === 'assets/main.js' || path === 'assets/lazy-1.js';
    return isBuilt ? { text: of(nowMs) } : undefined;
  };
};

test('does not report three builds within the grace period', async () => {
  const builds = [30_000, 40_000, 50_000].map((atMs) => ({ atMs, files: build(`build ${atMs}`) }));
  // The old server is the last to be replaced.
  const server = servesMain((nowMs) => (nowMs <= 40_000 ? undefined : 'build 50000'));
  expect(await watchOf(server, ...builds).until(120_000)).toEqual([]);
});

test('finds an old build that is served again for a moment, although it was in the log', async () => {
  const newer = { atMs: 30_000, files: build('new') };
  const server = servesMain((nowMs) => (nowMs < 30_000 || nowMs === 200_000 ? undefined : 'new'));
  const { until } = watchOf(server, newer);
  expect(await until(200_000)).toEqual([]);
  expect((await until(260_000)).join()).toContain('assets/main.js');
});

test('raises no alarm about a new build if its manifest comes soon, before or after its files', async () => {
  const files: typeof honest = { ...honest, 'assets/main.js': 'new', 'assets/lazy-1.js': 'new' };
  for (const servedMs of [20_000, 30_000, 40_000]) {
    const server: Server = (path, _, nowMs) =>
      nowMs < servedMs ? undefined : { text: files[path === '' ? 'index.html' : path] };
    // oxlint-disable-next-line no-await-in-loop -- each is a run of its own
    expect(await watchOf(server, { atMs: FROM_MS, files }).until(200_000)).toEqual([]);
  }
});

test('finds changed bytes of a file even if another file can’t be read', async () => {
  const { app, clock } = watchOf((path) => {
    if (path === 'assets/lazy-1.js') throw new Error('500');
    return path === '' ? { text: 'x' } : undefined;
  });
  const found: Alarm[] = [];
  for (; clock.ms <= 40_000; clock.ms += EVERY_MS) {
    // oxlint-disable-next-line no-await-in-loop -- rounds follow each other
    await app.round(found).catch(({ message }: Error) => expect(message).toBe('500'));
  }
  expect(found.map(({ detail }) => detail).join()).toContain('The address itself');
});
