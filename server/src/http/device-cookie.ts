/**
 * A random cookie, set at login, that distinguishes a customer's own devices from others. It grants no rights: it only separates
 * the counts of failed attempts and shows that a login came from a new device.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CallName } from '@candor/protocol/calls.ts';

const NAME = 'candor_device';
const DAYS_KEPT = 400;
const IN_COOKIES = new RegExp(`(?:^|; ?)${NAME}=([A-Za-z0-9_-]{43})(?:;|$)`);

/** Calls that create a session, or send a code that must be entered on the same device. */
export const DEVICE_CALLS: ReadonlySet<CallName> = new Set<CallName>([
  'POST user/register',
  'POST user/login',
  'POST user/addressreg',
  'POST user/passkey_login',
  'POST sms_mail',
  'POST sms_send_d',
]);

/** Returns the cookie's value, or undefined if this server can't have issued it. */
export function deviceOf(request: IncomingMessage): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : IN_COOKIES.exec(cookie)?.[1];
}

export function newDevice(): string {
  return randomBytes(32).toString('base64url');
}

/** Builds the cookie. Browsers send it only to the API and hide it from scripts. */
export function deviceCookie(device: string, isSecure: boolean): readonly string[] {
  const secure = isSecure ? '; Secure' : '';
  const maxAge = DAYS_KEPT * 24 * 60 * 60;
  return [
    'set-cookie',
    `${NAME}=${device}; Path=/api; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`,
  ];
}
