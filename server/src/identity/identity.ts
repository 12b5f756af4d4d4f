/** Assembles identity: sessions, secrets, factors, throttles, and the senders of mail and text messages. */
import { every } from '../db/periodic.ts';
import type { Pool } from '../db/pool.ts';
import { LIMITS } from '../limits.ts';
import type { Log } from '../log.ts';
import { DeviceKeys } from './device-keys.ts';
import { startFileCleaner } from './documents/files.ts';
import { Confirmation } from './factors/confirmation.ts';
import { originRule } from './factors/origin.ts';
import { Passkeys } from './factors/passkeys.ts';
import { sweepEmailCodes } from './mail/email-codes.ts';
import { startNoticeMailer } from './mail/notices.ts';
import { TextBudget } from './mail/text-budget.ts';
import { startMailSender, startTextSender } from './mail/outbox.ts';
import { makeAttempts } from './secrets/attempts.ts';
import { FailedAttempts } from './secrets/failed-attempts.ts';
import { Passwords } from './secrets/password.ts';
import { TradingPasswords } from './secrets/trading-password.ts';
import type { Vault } from './secrets/vault.ts';
import { Sessions } from './sessions/sessions.ts';
import { WalletProof } from './wallet/wallet-proof.ts';

type Deps = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly config: {
    readonly mail: { readonly url: string; readonly from: string } | undefined;
    readonly textMessages:
      | { readonly url: string; readonly token: string; readonly countries: ReadonlySet<string> | undefined }
      | undefined;
    readonly origin: string | undefined;
  };
  /** The house's time. */
  readonly now: () => number;
  /** The wall clock, for sessions, authenticators and the clocks of devices. */
  readonly wallNow: () => number;
  readonly log: Log;
};

export type Identity = ReturnType<typeof openIdentity>['identity'];

/**
 * Opens identity. The returned workers must be stopped in reverse order. The jobs are started only in a process that does
 * background work.
 */
export function openIdentity({ pool, vault, config, now, wallNow, log }: Deps) {
  const sessions = new Sessions({
    pool,
    now: wallNow,
    limits: LIMITS.sessions,
    onError: (error) => log('sessions: failed to revalidate open sessions (retrying)', error),
  });
  const passwords = new Passwords(LIMITS.attempts.hashesMax);
  const failedAttempts = new FailedAttempts({ pool, vault });
  const originOf = originRule(config.origin);
  const passkeys = new Passkeys({ pool, vault, now });
  const wallet = new WalletProof({ pool, now });
  const texts = new TextBudget({
    pool,
    countries: config.textMessages?.countries,
    hourMax: LIMITS.attempts.textsHourMax,
    dayMax: LIMITS.attempts.textsDayMax,
    report: log,
  });
  return {
    identity: {
      ...{ sessions, passwords, failedAttempts, originOf, passkeys, wallet, texts },
      attempts: makeAttempts(),
      deviceKeys: new DeviceKeys(pool, wallNow),
      confirmation: new Confirmation({
        ...{ pool, vault, failedAttempts, passwords, passkeys, wallet, originOf, now, wallNow },
      }),
      tradingPasswords: new TradingPasswords({ pool, vault, failedAttempts, passwords, now }),
    },
    workers: [sessions],
    jobs: [() => senders({ pool, config, now, log }), () => sweepers({ pool, failedAttempts, now, log })],
  };
}

function senders({ pool, config, now, log }: Omit<Deps, 'vault' | 'wallNow'>) {
  const { mail, textMessages } = config;
  const onMailError = (error: Error) => log('mail: failed to send a message (retrying)', error);
  const onTextError = (error: Error) => log('text messages: failed to send a message (retrying)', error);
  return [
    startNoticeMailer({
      pool,
      now,
      onError: (error: Error) => log('notices: failed to queue mail (retrying)', error),
    }),
    ...(mail === undefined ? [] : [startMailSender({ pool, smtp: mail, now, onError: onMailError })]),
    ...(textMessages === undefined
      ? []
      : [startTextSender({ pool, provider: textMessages, now, onError: onTextError })]),
  ];
}

function sweepers({
  pool,
  failedAttempts,
  now,
  log,
}: Pick<Deps, 'pool' | 'now' | 'log'> & { readonly failedAttempts: FailedAttempts }) {
  const onSweepError = (error: Error) => log('cleanup: failed to delete expired attempts (retrying)', error);
  const onCodesError = (error: Error) => log('cleanup: failed to delete expired codes (retrying)', error);
  const onCleanError = (error: Error) =>
    log('cleanup: failed to delete unreferenced files (retrying)', error);
  return [
    { stop: failedAttempts.sweepRegularly({ now, onError: onSweepError }) },
    every(LIMITS.failedAttempts.sweepEveryMs, () => sweepEmailCodes(pool, now()), onCodesError),
    startFileCleaner({ pool, now, onError: onCleanError }),
  ];
}
