/**
 * Push notifications in this browser while the app is closed: their state, and turning them on and off. A browser has one
 * subscription for all its users, and the server assigns it to the session that created it. Therefore a digest of that session's
 * token is stored here, and a subscription left by a different session is removed.
 */
import { NetworkFailure } from '@candor/client/answers.ts';
import { readStored, writeStored } from '@candor/client/stored.ts';
import type { Client } from './client.ts';
import { useSession } from './session.ts';

const storageKey = 'candor.push';

/** The record of the subscription: its session, and whether a locked screen shows the message text. */
type Noted = { readonly session: string; readonly details: boolean };

function noted(): Noted | undefined {
  const { session, details } = (readStored('localStorage', storageKey) ?? {}) as Partial<Noted>;
  return typeof session === 'string' ? { session, details: details === true } : undefined;
}

async function digestOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`push ${token}`));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the digest of the token of the session that is logged in here. */
async function sessionHere(): Promise<string | undefined> {
  const { token } = useSession.getState();
  return token === undefined ? undefined : digestOf(token);
}

/**
 * `unsupported`: this browser lacks push notifications. `not_installed`: an iPhone or iPad has them only after the app was added
 * to the home screen. `blocked`: the customer denied permission, and only the browser's settings can grant it.
 */
export type PushState = 'unsupported' | 'not_installed' | 'blocked' | 'on' | 'off';

export type PushFacts = {
  readonly isApple: boolean;
  /** Whether the app was started from the home screen. */
  readonly isInstalled: boolean;
  /** Whether workers, push and notifications are all available. */
  readonly isSupported: boolean;
  readonly permission: NotificationPermission;
  /** Whether the current session is subscribed. */
  readonly isSubscribed: boolean;
};

/**
 * Returns the action for the browser's existing subscription. `renew` sends it to the server again, in case the server lost it or
 * the browser changed it. `drop` removes it, because it belongs to a different session, which has ended or is another customer's.
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
    // An iPad identifies itself as a Mac, but no Mac has a touch screen.
    isApple: /iPhone|iPad/.test(userAgent) || (userAgent.includes('Mac') && maxTouchPoints > 1),
    isInstalled: matchMedia('(display-mode: standalone)').matches,
    isSupported: registration !== undefined,
    permission: registration === undefined ? 'default' : Notification.permission,
    isSubscribed: Boolean(subscription) && judgeLeft(here, noted()?.session) === 'renew',
  });
}

/** Whether a locked screen shows the message text, which is a setting of each browser. */
export function wantsDetails(): boolean {
  return noted()?.details === true;
}

/** Subscribes this browser, or changes its subscription. It must be called after a tap, because it asks for permission. */
export async function turnPushOn(api: Client, details: boolean): Promise<PushState> {
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

export async function turnPushOff(api: Client): Promise<PushState> {
  const subscription = await (await registered())?.pushManager.getSubscription();
  if (subscription !== undefined && subscription !== null) {
    await api('POST user/push_unsubscribe', { endpoint: subscription.endpoint }, { quiet: true });
    await takeDown(subscription);
  }
  return pushState();
}

/**
 * Called at each start, login and logout, so that the owner of the subscription continues to receive notifications and the next
 * user of this browser does not receive them.
 */
export async function settlePush(api: Client): Promise<void> {
  const subscription = await (await registered())?.pushManager.getSubscription();
  if (subscription === undefined || subscription === null) return;
  const of = noted();
  if (judgeLeft(await sessionHere(), of?.session) === 'drop') return takeDown(subscription);
  try {
    const details = of?.details === true;
    await api('POST user/push_subscribe', { ...addressOf(subscription), details }, { quiet: true });
  } catch (failure) {
    // Without a network, the subscription remains unchanged until the next start.
    if (!(failure instanceof NetworkFailure)) throw failure;
  }
}
