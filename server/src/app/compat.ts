/** Opens the interface that is compatible with another exchange: its routes, its WebSockets, and each customer's own events. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Callers } from '../callers/callers.ts';
import { CompatCalls, mountCompat } from '../compat/binance/mount.ts';
import { StreamBoard } from '../compat/binance/stream-board.ts';
import { StreamDoor } from '../compat/binance/stream-door.ts';
import { UserStreams } from '../compat/binance/user-streams.ts';
import type { ClaimSignature } from '../compat/binance/used-signatures.ts';
import { OrderCount } from '../compat/binance/weights.ts';
import type { Dispatcher } from '../http/dispatch.ts';
import { claimSignature, forgetSignatures } from '../identity/api-keys/signature-store.ts';
import type { Platform } from '../platform/platform.ts';
import type { ServingPlatform } from './platform.ts';

export type Compat = {
  readonly mount: (app: Parameters<typeof mountCompat>[0]) => void;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly users: UserStreams;
  readonly stop: () => void;
};

const FORGET_EVERY_MS = 10_000;

type Deps = {
  readonly dispatcher: Dispatcher;
  readonly callers: Callers;
  readonly onError: (error: Error, call: string) => void;
};

/** Claims signatures in the database, so that none is used twice, and periodically deletes the old ones. */
function claimsOf(
  pool: Platform['pool'],
  { now, log }: { readonly now: () => number } & Pick<ServingPlatform, 'log'>,
): ClaimSignature {
  let forgottenMs = now();
  return async (claim) => {
    const nowMs = now();
    if (nowMs - forgottenMs > FORGET_EVERY_MS) {
      forgottenMs = nowMs;
      forgetSignatures(pool, nowMs).catch((error: Error) =>
        log('cleanup: failed to delete old signatures (retrying)', error),
      );
    }
    return claimSignature(pool, claim);
  };
}

export function openCompat(
  { market, keyed, now: houseNow, wallNow: now, log, pool }: ServingPlatform,
  deps: Deps,
): Compat {
  const { dispatcher, callers, onError } = deps;
  const users = new UserStreams(houseNow, log);
  keyed.onForget((customer) => users.end(customer));
  const board = new StreamBoard(market.shown, market.tape, onError);
  const calls = new CompatCalls({
    ...{ dispatcher, callers, onError, keyed, now, houseNow },
    claim: claimsOf(pool, { now, log }),
    market: market.shown,
    orderCount: new OrderCount(),
  });
  const door = new StreamDoor({
    board,
    callers,
    calls,
    users,
    now,
    newId: randomUUID,
    monotonicMs: () => performance.now(),
  });
  return {
    mount: (app) => mountCompat(app, calls, { callers }),
    upgrade: (request, socket, head) => void door.upgrade(request, socket, head),
    users,
    stop: () => {
      users.stop();
      door.stop();
      board.stop();
    },
  };
}
