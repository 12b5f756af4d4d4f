/** Handlers of the calls that protect an account: second factors, trading password, email, phone, and the anti-phishing word. */
import { ok } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Handlers } from '../../calls/handler.ts';
import { WITHDRAWAL_HOLD_MS } from '../../identity/gates.ts';
import { lastSigns } from '../../identity/masks.ts';
import { maskEmail } from '../../identity/names.ts';
import { areaCodes } from '../../identity/mail/phone-numbers.ts';
import { google } from './authenticator-handlers.ts';
import type { AuthenticatorDeps } from './authenticator-handlers.ts';
import { recordChange } from './changes.ts';
import { bindEmail, bindPhone, sendPhoneCode } from './contact-handlers.ts';
import type { ContactDeps } from './contact-handlers.ts';
import { passkeyHandlers } from './passkey-handlers.ts';
import type { PasskeyDeps } from './passkey-handlers.ts';
import { safetyOf, setAntiPhishingWord } from './store.ts';
import { tradingPassword } from './trading-password-handlers.ts';
import type { TradingPasswordHandlerDeps } from './trading-password-handlers.ts';

export type SecurityDeps = AuthenticatorDeps & PasskeyDeps & ContactDeps & TradingPasswordHandlerDeps;

type SecurityCalls =
  | keyof ReturnType<typeof passkeyHandlers>
  | 'GET safe/overview'
  | 'GET getareacode'
  | 'POST safe/google'
  | 'POST safe/trading_password'
  | 'POST safe/email'
  | 'POST safe/phone'
  | 'POST safe/anti_phishing'
  | 'POST sms_send_d';

export function securityHandlers(deps: SecurityDeps): Pick<Handlers, SecurityCalls> {
  const { confirmation } = deps;
  const codes = ok(areaCodes());
  return {
    ...passkeyHandlers(deps),
    'GET safe/overview': async (_, { customer }) => ok(await overviewOf(deps, customer)),
    'GET getareacode': () => Promise.resolve(codes),
    'POST safe/google': (input, context) => google(deps, input, context),
    'POST safe/trading_password': (input, context) => tradingPassword(deps, input, context),
    'POST safe/email': (input, context) => bindEmail(deps, input, context),
    'POST safe/phone': (input, context) => bindPhone(deps, input, context),
    'POST sms_send_d': (input, context) => sendPhoneCode(deps, input, context),
    'POST safe/anti_phishing': async (input, context) => {
      const { customer } = context;
      const { word, ...given } = input;
      const violation = await confirmation.check(customer, given, context);
      if (violation !== undefined) return violation;
      const change = { context, event: 'anti_phishing_changed', holds: false } as const;
      await recordChange(deps, change, async (connection) => {
        await setAntiPhishingWord(connection, { customer, word });
        return true;
      });
      return ok({});
    },
  };
}

async function overviewOf(
  { pool, confirmation, now }: SecurityDeps,
  customer: bigint,
): Promise<CallOutput<'GET safe/overview'>> {
  const [safety, kinds] = await Promise.all([safetyOf(pool, customer), confirmation.kindsOf(customer)]);
  const heldUntilMs = (safety.securityChangedMs ?? 0) + WITHDRAWAL_HOLD_MS;
  return {
    email: safety.email === null ? null : maskEmail(safety.email),
    phone: safety.phone === null ? null : lastSigns(safety.phone),
    wallet_address: safety.walletAddress,
    has_password: safety.passwordHash !== null,
    has_trading_password: safety.hasTradingPassword,
    totp_enabled: safety.totpEnabled,
    recovery_codes_left: safety.recoveryCodesLeft,
    passkeys: safety.passkeys,
    anti_phishing_word: safety.antiPhishingWord,
    withdrawals_held_until:
      safety.securityChangedMs === null || heldUntilMs <= now() ? null : Math.ceil(heldUntilMs / 1000),
    confirm_with: kinds,
  };
}
