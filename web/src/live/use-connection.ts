/** Provides the state of the socket to components. */
import { useSyncExternalStore } from 'react';
import { connection } from './connection.ts';
import type { ConnectionState } from './connection.ts';

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(connection.onState, connection.state);
}
