/** Provides the state of the socket to components. */
import { useSlice } from '@candor/client/app-state.ts';
import { useSyncExternalStore } from 'react';
import { createLiveConnection } from './connection.ts';
import type { ConnectionState } from './connection.ts';

export function useConnectionState(): ConnectionState {
  const connection = useSlice(createLiveConnection);
  return useSyncExternalStore(connection.onState, connection.state);
}
