/**
 * Logs refusals that concern security, with the call and the caller's network, so that whoever runs the platform can count them,
 * block networks, and feed them to programs that watch logs. The number of lines is limited, so that an attack doesn't flood the
 * log.
 */
import { countedAs } from '../callers/addresses.ts';
import type { Log } from '../log.ts';

/** Logins, confirmations, signatures, keys, and attempts that a role or an origin does not permit. */
export const REFUSALS: ReadonlySet<string> = new Set([
  'account_locked',
  'api_key_revoked',
  'api_signature_wrong',
  'api_time_wrong',
  'approval_wrong',
  'code_wrong',
  'confirmation_wrong',
  'conflict_of_interest',
  'login_wrong',
  'old_password_wrong',
  'origin_foreign',
  'passkey_wrong',
  'too_many_attempts',
  'trading_password_wrong',
  'unauthorized',
  'wallet_proof_wrong',
]);
/** Successes that are logged: operators' logins, and customers creating or revoking credentials that may act for them. */
export const SUCCESSES: ReadonlySet<string> = new Set([
  'POST api_keys/create',
  'POST api_keys/revoke',
  'POST safe/passkey_add',
  'POST safe/passkey_remove',
  'POST safe/update_password',
  'console POST login',
  'console POST passkey_login',
]);
const WINDOW_MS = 10_000;
const LINES_MAX = 100;

export type SecurityLog = (call: string, outcome: string, addressOf: () => string) => void;

export function securityLog(log: Log, { nowMs }: { readonly nowMs: () => number }): SecurityLog {
  let untilMs = 0;
  let lines = 0;
  let more = 0;
  return (call, outcome, addressOf) => {
    const isSuccess = outcome === 'ok' && SUCCESSES.has(call);
    if (!isSuccess && !REFUSALS.has(outcome)) return;
    const now = nowMs();
    if (now >= untilMs) {
      if (more > 0) log(`security: omitted ${more} more events within ten seconds`);
      [untilMs, lines, more] = [now + WINDOW_MS, 0, 0];
    }
    // Anybody can cause a flood of refusals. Successes are therefore logged even when the limit is reached.
    if (!isSuccess && lines >= LINES_MAX) {
      more += 1;
      return;
    }
    if (!isSuccess) lines += 1;
    const what = isSuccess ? `${call} succeeded` : `${call} was refused (${outcome})`;
    log(`security: ${what} for ${countedAs(addressOf())}`);
  };
}
