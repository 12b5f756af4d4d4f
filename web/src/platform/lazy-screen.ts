/**
 * Loads screens when they are first opened, except for Home, which is part of the first file. If a chunk fails to load or does
 * not load in time, the screen shows an error with a retry.
 */
import type { ComponentType } from 'react';
import { createElement, use } from 'react';
import { speakTrading, loadAllMessages, withTexts } from '../i18n/provider.tsx';

const CHUNK_TIMEOUT_MS = 120_000;

type LoadScreen = () => Promise<ComponentType>;
export type LazyScreen = {
  readonly Component: ComponentType;
  /** Prefetches the chunk. Resolves when it has loaded or failed. */
  readonly preload: () => Promise<void>;
  /** After a failure, the next render requests the chunk again. */
  readonly renew: () => LazyScreen;
};

function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('expected the screen to load within the time limit')),
      CHUNK_TIMEOUT_MS,
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function spoken(load: LoadScreen, speak: () => Promise<void>): Promise<ComponentType> {
  const [Component] = await Promise.all([load(), speak()]);
  return withTexts(Component);
}

/**
 * With `says: 'trading'`, the screen waits only for the trading texts. `i18n/first-texts.test.ts` verifies that it uses no other
 * texts.
 */
function lazyScreen(load: LoadScreen, says: 'trading' | 'everything' = 'everything'): LazyScreen {
  const speak = says === 'trading' ? speakTrading : loadAllMessages;
  let started: Promise<ComponentType> | undefined;
  let loaded: ComponentType | undefined;
  const start = (): Promise<ComponentType> =>
    (started ??= withTimeout(spoken(load, speak)).then((Body) => (loaded = Body)));
  let shown: Promise<ComponentType> | undefined;
  return {
    // `lazy` would show the loading state first even if the chunk is there, and React keeps that for 300 ms.
    Component: function LoadedScreen() {
      return createElement(loaded ?? use((shown ??= start())));
    },
    preload: () =>
      start().then(
        () => undefined,
        () => void (started = undefined),
      ),
    renew: () => lazyScreen(load, says),
  };
}

/** Returns the screen that a module exports under this name. */
export function of<Name extends string>(
  load: () => Promise<Readonly<Record<NoInfer<Name>, ComponentType>>>,
  name: Name,
  says?: 'trading',
): LazyScreen {
  return lazyScreen(() => load().then((file) => file[name]), says);
}

/** Returns the screen of the entry page, which is already loaded except for the part that `preload` fetches. */
export function eagerScreen(Component: ComponentType, preload: () => Promise<void>): LazyScreen {
  const screen: LazyScreen = { Component, preload, renew: () => screen };
  return screen;
}
