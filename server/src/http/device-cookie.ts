/**
 * By what a customer's own devices are told from strangers: a random cookie that a sign-in leaves. It carries no right, so
 * nothing is done with it but counting wrong guesses apart and telling of a sign-in on a device that was not seen before.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CallName } from '@candor/protocol/calls.ts';

const NAME = 'candor_device';
const DAYS_KEPT = 400;
const IN_COOKIES = new RegExp(`(?:^|; ?)${NAME}=([A-Za-z0-9_-]{43})(?:;|$)`);

/** The calls that sign somebody in, or send a code that is asked for again on the same device. */
export const DEVICE_CALLS: ReadonlySet<CallName> = new Set<CallName>([
  'POST user/register',
  'POST user/login',
  'POST user/addressreg',
  'POST user/passkey_login',
  'POST sms_mail',
  'POST sms_send_d',
]);

/** The device that a request says it comes from; undefined where that cannot be one of ours. */
export function deviceOf(request: IncomingMessage): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : IN_COOKIES.exec(cookie)?.[1];
}

export function newDevice(): string {
  return randomBytes(32).toString('base64url');
}

/** The header that leaves the cookie, for the API alone and out of reach of scripts. */
export function deviceCookie(device: string, isSecure: boolean): readonly string[] {
  const secure = isSecure ? '; Secure' : '';
  const maxAge = DAYS_KEPT * 24 * 60 * 60;
  return [
    'set-cookie',
    `${NAME}=${device}; Path=/api; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`,
  ];
}
