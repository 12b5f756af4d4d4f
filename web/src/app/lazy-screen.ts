/**
 * Screens are loaded when first opened, all but the entry page, which comes with the first file. A chunk that does not come within two minutes, or at all, is an error with a retry.
 */
import type { ComponentType } from 'react';
import { lazy } from 'react';
import { speakWhole } from '../i18n/provider.tsx';

const CHUNK_TIMEOUT_MS = 120_000;

export type LoadScreen = () => Promise<ComponentType>;
export type LazyScreen = {
  readonly Component: ComponentType;
  /** Fetches the chunk ahead of being opened. */
  readonly preload: () => void;
  /** After a failure: the next render asks for the chunk anew. */
  readonly renew: () => LazyScreen;
};

function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the screen did not load in time')), CHUNK_TIMEOUT_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A screen with the texts that it says. */
async function withTexts(load: LoadScreen): Promise<ComponentType> {
  const [Component] = await Promise.all([load(), speakWhole()]);
  return Component;
}

export function lazyScreen(load: LoadScreen): LazyScreen {
  let started: Promise<ComponentType> | undefined;
  const start = (): Promise<ComponentType> => (started ??= withTimeout(withTexts(load)));
  return {
    Component: lazy(async () => ({ default: await start() })),
    preload: () => void start().catch(() => (started = undefined)),
    renew: () => lazyScreen(load),
  };
}

/** The entry page's own screen: already here. */
export function eagerScreen(Component: ComponentType): LazyScreen {
  const screen: LazyScreen = { Component, preload: () => undefined, renew: () => screen };
  return screen;
}
