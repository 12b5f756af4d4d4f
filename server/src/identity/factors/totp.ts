/**
 * Six-digit authenticator codes (RFC 6238) with SHA-1 and steps of thirty seconds, the only settings that every app supports.
 * Codes are checked by the server's clock. A code is accepted one step early or late, to tolerate phones whose clocks are off.
 */
import { timingSafeEqual } from 'node:crypto';
import { generateSecret, generateSync, generateURI } from 'otplib';

const STEP_MS = 30_000;
const AROUND = [1, 0, -1] as const;

/** Returns a new secret of 160 bits, in base 32. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 });
}

export function totpCode(secret: string, step: number): string {
  return generateSync({ secret, epoch: step * (STEP_MS / 1000) });
}

export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / STEP_MS);
}

/** Returns the latest time step at which the code is valid now, if any. */
export function stepOf(code: string, at: { secret: string; nowMs: number }): number | undefined {
  const given = Buffer.from(code);
  const now = totpStep(at.nowMs);
  return AROUND.map((offset) => now + offset).find((step) => {
    const right = Buffer.from(totpCode(at.secret, step));
    return right.length === given.length && timingSafeEqual(right, given);
  });
}

/** Returns the URL that an authenticator app scans as a QR code. */
export function otpauthUrl(secret: string, account: string): string {
  return generateURI({ issuer: 'Candor', label: account, secret });
}
