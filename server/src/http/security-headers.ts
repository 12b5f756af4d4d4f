/**
 * Headers of every page and file of the web app and of the console. No inline script or style, nothing from elsewhere, no
 * frame around us: a text that a customer wrote can never run, not even before the eyes of an operator.
 */
import { outsideHosts } from '@candor/protocol/outside.ts';

/** What the console's styles come in: the kit opens style elements without a text and fills them by script. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

type Allowed = {
  readonly styles: readonly string[];
  /** The policy of the page that may make addresses of scripts, or none. */
  readonly trustedTypes: string;
  /** Whose pages may be shown inside ours. */
  readonly frames: readonly string[];
};

const policyOf = ({ styles, trustedTypes, frames }: Allowed): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles.join(' ')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // The own origin includes its web socket.
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    // No text becomes a script or markup: what would make one must pass a policy, of which the app has one, for its worker.
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Of a script or a style: it is none of what a policy is about, which is the page that asks for it, and a screen asks for
 * many; on a slow phone the whole set on each costs more than the smaller files themselves.
 */
export const ASSET_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const BOTH = {
  ...ASSET_HEADERS,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  // Heard over HTTPS alone; a demo on plain HTTP is not affected.
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

export const CONSOLE_HEADERS: Readonly<Record<string, string>> = {
  ...BOTH,
  'content-security-policy': policyOf({
    styles: ["'self'", EMPTY_STYLE],
    trustedTypes: "'none'",
    frames: [],
  }),
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
