/**
 * The settings that this device stores. Each is read once and shared by all components that show it. The app opens the
 * device and passes it to the components, so that a test can start with settings that it has stored.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

export type Setting<Value> = {
  readonly store: 'localStorage' | 'sessionStorage';
  readonly key: string;
  /** Parses the stored content, which may be missing, outdated or invalid. */
  readonly parse: (stored: unknown) => Value;
};

export type Device = {
  readonly read: <Value>(setting: Setting<Value>) => Value;
  readonly write: <Value>(setting: Setting<Value>, value: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

export function openDevice(): Device {
  const known = new Map<string, unknown>();
  const listeners = new Set<() => void>();
  return {
    read: <Value>({ store, key, parse }: Setting<Value>) => {
      if (!known.has(key)) known.set(key, parse(readStored(store, key)));
      return known.get(key) as Value;
    },
    write: ({ store, key }, value) => {
      known.set(key, value);
      writeStored(store, key, value);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const DeviceContext = createContext<Device | undefined>(undefined);

/** Returns a setting's value, and the function that changes it from its present value. */
export function useSetting<Value>(
  setting: Setting<Value>,
): readonly [Value, (change: (before: Value) => Value) => void] {
  const device = useContext(DeviceContext);
  if (device === undefined) throw new Error('expected the app to provide the device, found none');
  const value = useSyncExternalStore(device.subscribe, () => device.read(setting));
  const update = useCallback(
    (change: (before: Value) => Value) => device.write(setting, change(device.read(setting))),
    [device, setting],
  );
  return [value, update];
}
