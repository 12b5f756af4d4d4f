/** Compares what a server sends to browsers for a file of the app with the manifest in its log: status, headers and bytes. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** A manifest has a line for each file: the SHA-256 in hex, two spaces, and the path from the app's root. */
const LINE = /^([0-9a-f]{64}) {2}(\S+)$/;

export type ManifestFile = { readonly hash: string; readonly path: string };

/** Reads a manifest; undefined if a line is malformed or a path repeats. */
export function readManifest(text: string): readonly ManifestFile[] | undefined {
  const files: ManifestFile[] = [];
  for (const line of text.split('\n').slice(0, -1)) {
    const [, hash, path] = LINE.exec(line) ?? [];
    if (hash === undefined || path === undefined) return undefined;
    files.push({ hash, path });
  }
  const isWhole = text.endsWith('\n') && new Set(files.map(({ path }) => path)).size === files.length;
  return isWhole ? files : undefined;
}

/** The browser's description of itself, since a server could send different files to some browsers. */
export type Browser = { readonly name: string; readonly headers: Readonly<Record<string, string>> };

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)';
const APPLE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const DESK = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';

/**
 * The cookie is the one by which the platform recognises a customer's device. Each browser accepts a different compression.
 */
export function browsersOf(device: string): readonly [Browser, ...Browser[]] {
  return [
    {
      name: 'a phone that was here before',
      headers: {
        ...{ 'user-agent': `${PHONE} Chrome/126.0.0.0 Mobile Safari/537.36`, 'accept-language': 'en' },
        ...{ 'accept-encoding': 'br', cookie: `candor_device=${device}` },
      },
    },
    {
      name: 'another phone',
      headers: {
        'user-agent': `${APPLE} Version/17.5 Mobile/15E148 Safari/604.1`,
        ...{ 'accept-language': 'zh-CN', 'accept-encoding': 'gzip' },
      },
    },
    {
      name: 'a computer',
      headers: {
        'user-agent': `${DESK} Chrome/126.0.0.0 Safari/537.36`,
        ...{ 'accept-language': 'vi', 'accept-encoding': 'identity' },
      },
    },
  ];
}

export type Served = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
};

/** The difference; `served` names the bytes or headers, so that the same difference can be recognised later. */
export type Different = { readonly why: string; readonly served: string };

/** Headers that lead a browser to something other than a file of the manifest. */
const LEADING = ['refresh', 'link', 'location', 'sourcemap', 'content-location', 'service-worker-allowed'];

/** The path of a page is `''` for the address itself. */
export function differenceOf(path: string, hash: string, served: Served): Different | undefined {
  const { status, headers, bytes } = served;
  if (status !== 200) return { why: `was answered with status ${status}`, served: `status ${status}` };
  const found = bytesToHex(sha256(bytes));
  if (found !== hash) return { why: 'is served with other bytes than the log has', served: found };
  const leading = LEADING.find((name) => headers[name] !== undefined);
  if (leading !== undefined)
    return { why: `is served with the header ${leading}`, served: `${leading}: ${headers[leading]}` };
  const isPage = path === '' || path.endsWith('.html');
  if (isPage === (headers['content-type']?.startsWith('text/html') === true))
    return isPage ? policyDifference(headers['content-security-policy']) : undefined;
  return {
    why: `is served as ${headers['content-type'] ?? 'nothing'}`,
    served: `type ${headers['content-type']}`,
  };
}

/** A page may run only scripts from its own address, and no inline scripts. */
function policyDifference(policy: string | undefined): Different | undefined {
  const written = (policy ?? '').split(';').map((rule) => {
    const [name = '', ...sources] = rule.trim().split(/\s+/);
    return [name.toLowerCase(), sources] as const;
  });
  // If a rule is written twice, browsers apply the first.
  const rules = new Map(written.toReversed());
  const isClosed = ['script-src', 'worker-src'].every((name) => {
    const sources = rules.get(name) ?? rules.get('default-src');
    return sources !== undefined && sources.every((source) => source === "'self'" || source === "'none'");
  });
  const isFixed = !['script-src-elem', 'script-src-attr', 'report-uri'].some((name) => rules.has(name));
  if (isClosed && isFixed && rules.get('base-uri')?.join(' ') === "'none'") return undefined;
  return {
    why: 'is served with a policy that lets other scripts run than its own files',
    served: `policy ${policy ?? 'none'}`,
  };
}
