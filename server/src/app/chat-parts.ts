/** Customer service, put together: its line to devices and consoles, and what works beside its calls. */
import { CHAT_ROLES } from '../features/chat/deeds.ts';
import { EvidenceFiles, firstThatKnows } from '../features/chat/evidence.ts';
import { startForgetting } from '../features/chat/forgetting.ts';
import type { ChatDeps } from '../features/chat/handlers.ts';
import { ChatLine } from '../features/chat/line.ts';
import type { Devices } from '../features/chat/line.ts';
import { startPictureCleaner } from '../features/chat/pictures.ts';
import { Sending } from '../features/chat/sending.ts';
import { startWaitingMailer } from '../features/chat/waiting-mail.ts';
import { optionEvidence } from '../features/options/evidence.ts';
import { spotEvidence } from '../features/spot/evidence.ts';
import type { Pool } from '../db/pool.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import { LIMITS } from '../limits.ts';
import type { Log } from '../log.ts';
import type { OperatorSessions } from '../operators/operator-sessions.ts';
import { OperatorStreams } from '../operators/operator-streams.ts';
import { positionEvidence } from '../positions/evidence.ts';
import { instruments } from '../quotes/catalogue.ts';

export type ChatPartsDeps = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly publicKey: Uint8Array;
  readonly operatorSessions: OperatorSessions;
  readonly now: () => number;
  readonly log: Log;
  /** What is started here is stopped by what is put onto this. */
  readonly closing: (() => Promise<unknown> | unknown)[];
};

export function chatParts({ pool, vault, publicKey, operatorSessions, now, log, closing }: ChatPartsDeps) {
  const streams = new OperatorStreams({
    pool,
    seenMs: (tokenHash) => operatorSessions.seenMs(tokenHash),
    now,
    limits: LIMITS.chat,
    onTrouble: log,
  });
  const line = new ChatLine(streams);
  const evidenceOf = firstThatKnows([
    optionEvidence({ pool, publicKey }),
    spotEvidence({ pool, publicKey }),
    positionEvidence({ pool, publicKey, instruments }),
  ]);
  const deps: ChatDeps = {
    ...{ pool, vault, line, now },
    sending: new Sending({ pool, line, now }),
    evidence: new EvidenceFiles({ pool, evidenceOf, now }),
  };
  const onMailError = (error: Error) => log('mails about waiting answers wait', error);
  const hears = (customer: bigint) => line.hears({ customer, visitorHash: null });
  const mailer = startWaitingMailer({ pool, now, hears, onError: onMailError });
  const onCleanError = (error: Error) => log('pictures that nobody sent could not be removed', error);
  const cleaner = startPictureCleaner({ pool, now, onError: onCleanError });
  const onForgetError = (error: Error) =>
    log("chat: failed to forget visitors' conversations (retrying)", error);
  const forgetting = startForgetting({ pool, onError: onForgetError });
  closing.push(
    () => forgetting.stop(),
    () => mailer.stop(),
    () => cleaner.stop(),
  );
  return {
    deps,
    streams,
    live: { streams, roles: CHAT_ROLES },
    connect: (devices: Devices) => line.connect(devices),
  };
}
