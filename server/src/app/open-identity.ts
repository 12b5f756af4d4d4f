/** The parts of identity, put together: sessions, senders of mail and text messages, secrets, factors and what guards them. */
import type { Config } from '../config/config.ts';
import type { Pool } from '../db/pool.ts';
import { makeAttempts } from '../identity/secrets/attempts.ts';
import { Confirmation } from '../identity/factors/confirmation.ts';
import { startFileCleaner } from '../identity/documents/files.ts';
import { Guesses } from '../identity/secrets/guesses.ts';
import { sweepEmailCodes } from '../identity/mail/email-codes.ts';
import { every } from '../db/periodic.ts';
import { startNoticeMailer } from '../identity/mail/notices.ts';
import { originRule } from '../identity/factors/origin.ts';
import { Passkeys } from '../identity/factors/passkeys.ts';
import { Passwords } from '../identity/secrets/password.ts';
import { Sessions } from '../identity/sessions/sessions.ts';
import { TextBudget } from '../identity/mail/text-budget.ts';
import { startMailSender, startTextSender } from '../identity/mail/tray.ts';
import { TradingPasswords } from '../identity/secrets/trading-password.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import { WalletProof } from '../identity/wallet/wallet-proof.ts';
import { LIMITS } from '../limits.ts';
import type { Log } from '../log.ts';

export type IdentityDeps = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly config: Pick<Config, 'mail' | 'textMessages' | 'origin'>;
  readonly now: () => number;
  readonly log: Log;
  /** What is started here is stopped by what is put onto this. */
  readonly closing: (() => Promise<unknown> | unknown)[];
};

export type IdentityParts = ReturnType<typeof identityParts>;

export function identityParts({ pool, vault, config, now, log, closing }: IdentityDeps) {
  const sessions = new Sessions({
    pool,
    now,
    limits: LIMITS.sessions,
    onError: (error) => log('sessions could not be checked', error),
  });
  closing.push(() => sessions.stop());
  const onNoticeError = (error: Error) => log('notices wait', error);
  const mailer = startNoticeMailer({ pool, now, onError: onNoticeError });
  closing.push(() => mailer.stop());
  if (config.mail !== undefined) {
    const onMailError = (error: Error) => log('mail waits', error);
    const sender = startMailSender({ pool, smtp: config.mail, now, onError: onMailError });
    closing.push(() => sender.stop());
  }
  if (config.textMessages !== undefined) {
    const onTextError = (error: Error) => log('a text message waits', error);
    const provider = config.textMessages;
    const sender = startTextSender({ pool, provider, now, onError: onTextError });
    closing.push(() => sender.stop());
  }
  const passwords = new Passwords(LIMITS.attempts.hashesMax);
  const attempts = makeAttempts();
  const guesses = new Guesses({ pool, vault });
  const onSweepError = (error: Error) => log('old guesses could not be forgotten', error);
  closing.push(guesses.sweepRegularly({ now, onError: onSweepError }));
  const onCodesError = (error: Error) => log('mailed codes: failed to forget old ones (retrying)', error);
  const codes = every(LIMITS.guesses.sweepEveryMs, () => sweepEmailCodes(pool, now()), onCodesError);
  closing.push(() => codes.stop());
  const onCleanError = (error: Error) => log('loose files could not be removed', error);
  const cleaner = startFileCleaner({ pool, now, onError: onCleanError });
  closing.push(() => cleaner.stop());
  const texts = new TextBudget({
    pool,
    countries: config.textMessages?.countries,
    hourMax: LIMITS.attempts.textsHourMax,
    dayMax: LIMITS.attempts.textsDayMax,
    report: log,
  });
  const originOf = originRule(config.origin);
  const passkeys = new Passkeys({ pool, vault, now });
  const wallet = new WalletProof({ pool, now });
  const confirmation = new Confirmation({
    ...{ pool, vault, guesses, passwords, passkeys, wallet, originOf, now },
  });
  const tradingPasswords = new TradingPasswords({ pool, vault, guesses, passwords, now });
  return {
    ...{
      texts,
      sessions,
      passwords,
      attempts,
      guesses,
      originOf,
      passkeys,
      wallet,
      confirmation,
      tradingPasswords,
    },
  };
}
