/**
 * The headers of every page and file of the web app and the console. They allow no inline scripts or styles, nothing from other
 * origins and no framing of our pages, so text written by a customer can never run, not even in an operator's browser.
 */
import { outsideHosts } from '@candor/protocol/outside.ts';

/** The hash of an empty style element. The console's component library creates such elements and fills them by script. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

type Allowed = {
  readonly styles: readonly string[];
  /** The names of policies that may create script URLs; none if empty. */
  readonly trustedTypes: string;
  /** Origins whose pages our pages may frame. */
  readonly frames: readonly string[];
};

const policyOf = ({ styles, trustedTypes, frames }: Allowed): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles.join(' ')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // 'self' includes our own WebSocket.
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    // Only a policy can turn a text into a script or markup, and the app has only one policy, for its worker.
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * The headers of scripts and styles. Policies have no effect on these files, only on pages. A screen loads many of them, and on a
 * slow phone the full set of headers costs more than the smaller files themselves.
 */
export const ASSET_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const BOTH = {
  ...ASSET_HEADERS,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  // Browsers honour this header only over HTTPS, so a demo over plain HTTP isn't affected.
  'strict-transport-security': 'max-age=63072000',
  'x-frame-options': 'DENY',
};

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...BOTH,
  'content-security-policy': policyOf({
    styles: ["'self'"],
    trustedTypes: 'candor',
    frames: Object.keys(outsideHosts).map((host) => `https://${host}`),
  }),
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
};

/**
 * The API reference is shown by a library that creates style elements and changes the page through a policy of its framework, so
 * this page allows both. The page contains no text by a customer, and its scripts are ours, as on every page.
 */
export const REFERENCE_HEADERS: Readonly<Record<string, string>> = {
  ...BOTH,
  'content-security-policy': policyOf({
    styles: ["'self'", "'unsafe-inline'"],
    trustedTypes: 'vue',
    frames: [],
  }),
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

export const CONSOLE_HEADERS: Readonly<Record<string, string>> = {
  ...BOTH,
  'content-security-policy': policyOf({
    styles: ["'self'", EMPTY_STYLE],
    trustedTypes: "'none'",
    frames: [],
  }),
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
