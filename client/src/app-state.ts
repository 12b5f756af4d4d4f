/**
 * The app's state while it is open, divided into slices: a module declares a slice with the function that creates it, and the
 * state of one app holds at most one of each. The app creates its state and hands it to the components, and to functions as an
 * argument, so that a test starts with an empty state and two apps share none.
 */
import { createContext, useContext } from 'react';

/** Creates a slice from the slices that it depends on. The function also identifies the slice. */
export type Slice<Value> = (app: AppState) => Value;

export type AppState = {
  /** Returns a slice, which is created at the first call, so that the first screen waits only for the slices that it needs. */
  readonly of: <Value>(slice: Slice<Value>) => Value;
};

export function createAppState(): AppState {
  const created = new Map<Slice<unknown>, unknown>();
  const app: AppState = {
    of: <Value>(slice: Slice<Value>) => {
      if (!created.has(slice)) created.set(slice, slice(app));
      return created.get(slice) as Value;
    },
  };
  return app;
}

export const AppStateContext = createContext<AppState | undefined>(undefined);

/** Returns the state of the app that renders the component. */
export function useAppState(): AppState {
  const app = useContext(AppStateContext);
  if (app === undefined) throw new Error('expected the app to provide its state, found none');
  return app;
}

export function useSlice<Value>(slice: Slice<Value>): Value {
  return useAppState().of(slice);
}
