/** Being told by this browser while nobody looks at the app: whether it can be, is, and turning it on and off. */
import { api } from './api.ts';
import { readStored, writeStored } from './stored.ts';

const storageKey = 'candor.push-details';

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
  readonly isSubscribed: boolean;
};

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
  const { userAgent, maxTouchPoints } = navigator;
  return judgePush({
    // An iPad calls itself a Mac, and no Mac has fingers on it.
    isApple: /iPhone|iPad/.test(userAgent) || (userAgent.includes('Mac') && maxTouchPoints > 1),
    isInstalled: matchMedia('(display-mode: standalone)').matches,
    isSupported: registration !== undefined,
    permission: registration === undefined ? 'default' : Notification.permission,
    isSubscribed: registration !== undefined && (await registration.pushManager.getSubscription()) !== null,
  });
}

/** Whether a locked screen shows what a message says; chosen for each browser. */
export function wantsDetails(): boolean {
  return readStored('localStorage', storageKey) === true;
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
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  const kept = await api('POST user/push_subscribe', {
    endpoint: subscription.endpoint,
    p256dh,
    auth,
    details,
  });
  if (kept.type === 'ok') writeStored('localStorage', storageKey, details ? true : undefined);
  else await subscription.unsubscribe();
  return pushState();
}

/** Forgets this browser, here and at the server. */
export async function turnPushOff(): Promise<PushState> {
  const subscription = await (await registered())?.pushManager.getSubscription();
  if (subscription !== undefined && subscription !== null) {
    await api('POST user/push_unsubscribe', { endpoint: subscription.endpoint }, { quiet: true });
    await subscription.unsubscribe();
  }
  return pushState();
}

/** After a logout: the server has forgotten it with the session, and who comes next is not told of it. */
export async function dropPush(): Promise<void> {
  writeStored('localStorage', storageKey, undefined);
  const subscription = await (await registered())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
