/**
 * Headers of every page and file of the web app and of the console. No inline script or style, nothing from elsewhere, no
 * frame around us: a text that a customer wrote can never run, not even before the eyes of an operator.
 */

/** What the console's styles come in: the kit opens style elements without a text and fills them by script. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

type Allowed = {
  readonly styles: readonly string[];
  readonly connections: readonly string[];
};

const policyOf = ({ styles, connections }: Allowed): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles.join(' ')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${connections.join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const BOTH = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...BOTH,
  'content-security-policy': policyOf({ styles: ["'self'"], connections: ["'self'", 'ws:', 'wss:'] }),
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
};

export const CONSOLE_HEADERS: Readonly<Record<string, string>> = {
  ...BOTH,
  'content-security-policy': policyOf({ styles: ["'self'", EMPTY_STYLE], connections: ["'self'"] }),
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
