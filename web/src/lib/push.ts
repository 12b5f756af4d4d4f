/**
 * Being told by this browser while nobody looks at the app: whether it can be, is, and turning it on and off. A browser has one
 * subscription whoever uses it, and at the server it is the session's that asked for it; so the session is noted here, by a digest
 * of its token, and what another session left behind is taken down.
 */
import { NetworkFailure } from '@candor/client/answers.ts';
import { readStored, writeStored } from '@candor/client/stored.ts';
import { api } from './api.ts';
import { useSession } from './session.ts';

const storageKey = 'candor.push';

/** What is noted of the subscription: whose session's it is, and whether a locked screen shows what a message says. */
type Noted = { readonly session: string; readonly details: boolean };

function noted(): Noted | undefined {
  const { session, details } = (readStored('localStorage', storageKey) ?? {}) as Partial<Noted>;
  return typeof session === 'string' ? { session, details: details === true } : undefined;
}

async function digestOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`push ${token}`));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The session that is signed in here now. */
async function sessionHere(): Promise<string | undefined> {
  const { token } = useSession.getState();
  return token === undefined ? undefined : digestOf(token);
}

/**
 * `unsupported`: this browser cannot. `not_installed`: on an iPhone or iPad it can once the app is on the home screen. `blocked`: the
 * customer forbade it, and only the browser's own settings allow it again.
 */
export type PushState = 'unsupported' | 'not_installed' | 'blocked' | 'on' | 'off';

export type PushFacts = {
  readonly isApple: boolean;
  /** Started from the home screen. */
  readonly isInstalled: boolean;
  /** Worker, push and notices are all there. */
  readonly isSupported: boolean;
  readonly permission: NotificationPermission;
  /** For the session that is signed in. */
  readonly isSubscribed: boolean;
};

/**
 * What becomes of a subscription that the browser has: `renew` tells the server of it again, which may have lost it, or the browser
 * may have changed it; `drop` where it is another session's, which has ended or is somebody else's.
 */
export function judgeLeft(here: string | undefined, of: string | undefined): 'renew' | 'drop' {
  return here !== undefined && here === of ? 'renew' : 'drop';
}

export function judgePush(facts: PushFacts): PushState {
  if (!facts.isSupported) return facts.isApple && !facts.isInstalled ? 'not_installed' : 'unsupported';
  if (facts.permission === 'denied') return 'blocked';
  return facts.isSubscribed && facts.permission === 'granted' ? 'on' : 'off';
}

async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return undefined;
  return navigator.serviceWorker.getRegistration();
}

export async function pushState(): Promise<PushState> {
  const registration = await registered();
  const [subscription, here] = await Promise.all([
    registration?.pushManager.getSubscription(),
    sessionHere(),
  ]);
  const { userAgent, maxTouchPoints } = navigator;
  return judgePush({
    // An iPad calls itself a Mac, and no Mac has fingers on it.
    isApple: /iPhone|iPad/.test(userAgent) || (userAgent.includes('Mac') && maxTouchPoints > 1),
    isInstalled: matchMedia('(display-mode: standalone)').matches,
    isSupported: registration !== undefined,
    permission: registration === undefined ? 'default' : Notification.permission,
    isSubscribed: Boolean(subscription) && judgeLeft(here, noted()?.session) === 'renew',
  });
}

/** Whether a locked screen shows what a message says; chosen for each browser. */
export function wantsDetails(): boolean {
  return noted()?.details === true;
}

/** Subscribes this browser, or again with other details. It asks for leave, so a tap has to be behind it. */
export async function turnPushOn(details: boolean): Promise<PushState> {
  const registration = await registered();
  if (registration === undefined || (await Notification.requestPermission()) !== 'granted')
    return pushState();
  const answer = await api('GET user/push_key', {}, { quiet: true });
  if (answer.type !== 'ok') return pushState();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: answer.message.key,
  });
  const session = await sessionHere();
  const kept = await api('POST user/push_subscribe', { ...addressOf(subscription), details });
  if (kept.type === 'ok' && session !== undefined)
    writeStored('localStorage', storageKey, { session, details } satisfies Noted);
  else await takeDown(subscription);
  return pushState();
}

function addressOf(subscription: PushSubscription) {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return { endpoint: subscription.endpoint, p256dh, auth };
}

async function takeDown(subscription: PushSubscription): Promise<void> {
  writeStored('localStorage', storageKey, undefined);
  await subscription.unsubscribe();
}

/** Forgets this browser, here and at the server. */
export async function turnPushOff(): Promise<PushState> {
  const subscription = await (await registered())?.pushManager.getSubscription();
  if (subscription !== undefined && subscription !== null) {
    await api('POST user/push_unsubscribe', { endpoint: subscription.endpoint }, { quiet: true });
    await takeDown(subscription);
  }
  return pushState();
}

/**
 * At each start and whenever somebody logs in or out: who comes next on this browser is not told what went before, and whose it is
 * goes on being told.
 */
export async function settlePush(): Promise<void> {
  const subscription = await (await registered())?.pushManager.getSubscription();
  if (subscription === undefined || subscription === null) return;
  const of = noted();
  if (judgeLeft(await sessionHere(), of?.session) === 'drop') return takeDown(subscription);
  try {
    const details = of?.details === true;
    await api('POST user/push_subscribe', { ...addressOf(subscription), details }, { quiet: true });
  } catch (failure) {
    // Without a network it stays as it was, until the next start.
    if (!(failure instanceof NetworkFailure)) throw failure;
  }
}
