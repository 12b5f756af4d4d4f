/** Support chat: connections to devices and consoles, and background jobs. */
import type { Log } from '../../log.ts';
import type { Pool } from '../../db/pool.ts';
import { serves } from '../../config/roles.ts';
import { SEEN_EVERY_MS } from '../../identity/sessions/sessions.ts';
import { feature } from '../../platform/feature.ts';
import type { Job } from '../../platform/feature.ts';
import { chatConsoleHandlers } from './console-handlers.ts';
import { CHAT_ROLES } from './actions.ts';
import { EvidenceFiles, firstThatKnows } from './evidence.ts';
import { startForgetting } from './forgetting.ts';
import { chatHandlers } from './handlers.ts';
import { keptChat } from './data-export.ts';
import { limits } from './limits.ts';
import { ChatLine } from './line.ts';
import { startPictureCleaner } from './pictures.ts';
import { Sending } from './sending.ts';
import { chatCases } from './work-queue.ts';
import { startWaitingMailer } from './reminder-mail.ts';

const MINUTE_MS = 60_000;

export const chatAnswersWithinMs = limits.answerMs;

export const chatFeature = feature({
  name: 'chat',
  workQueue: [chatCases],
  exportSections: keptChat,
  serve: ({ pool, vault, operatorStreams, config, instruments, now, log }, { evidence }) => {
    const line = new ChatLine(operatorStreams);
    const deps = {
      ...{ pool, vault, line, instruments, now },
      sending: new Sending({ pool, line, now }),
      evidence: new EvidenceFiles({ pool, evidenceOf: firstThatKnows(evidence), now }),
    };
    return {
      calls: chatHandlers(deps),
      consoleCalls: chatConsoleHandlers(deps),
      jobs: jobsOf({ pool, line, isServing: serves(config.role), now, log }),
      liveRoles: CHAT_ROLES,
      connect: (devices) => {
        line.connect(devices);
        return undefined;
      },
    };
  },
});

type Deps = {
  readonly pool: Pool;
  readonly line: ChatLine;
  readonly isServing: boolean;
  readonly now: () => number;
  readonly log: Log;
};

function jobsOf({ pool, line, isServing, now, log }: Deps): Job[] {
  const hears = (customer: bigint) => line.hears({ customer, visitorHash: null });
  const usedWithinMs = isServing ? undefined : SEEN_EVERY_MS + MINUTE_MS;
  const onMailError = (error: Error) => log('chat: failed to send reminder emails (retrying)', error);
  const onCleanError = (error: Error) => log('chat: failed to remove unsent images (retrying)', error);
  const onForgetError = (error: Error) =>
    log('chat: failed to delete visitors’ conversations (retrying)', error);
  return [
    () => startForgetting({ pool, onError: onForgetError }),
    () => startWaitingMailer({ pool, now, hears, usedWithinMs, onError: onMailError }),
    () => startPictureCleaner({ pool, now, onError: onCleanError }),
  ];
}
