/**
 * The session of this tab. The token is in the tab's session storage, which is deleted when the tab is closed. No data of
 * customers is stored.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { operatorRoles } from '@candor/protocol/console/console-call.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';

export type Operator = { readonly account: string; readonly role: OperatorRole; readonly person: string };
export type Session = {
  readonly token: string;
  readonly operator: Operator;
  /** The id of the key that the browser created at the login, if it created one. */
  readonly key?: string | undefined;
};

const STORAGE_KEY = 'candor.console.session';

/** Parses a stored session; returns undefined if it is invalid. */
export function readSession(stored: unknown): Session | undefined {
  type Stored = { token?: unknown; operator?: Partial<Operator>; key?: unknown };
  const { token, operator, key } = (stored ?? {}) as Stored;
  if (typeof token !== 'string' || token === '') return undefined;
  if (typeof operator?.account !== 'string' || typeof operator.person !== 'string') return undefined;
  const role = operatorRoles.find((known) => known === operator.role);
  if (role === undefined) return undefined;
  const signedIn = { token, operator: { account: operator.account, role, person: operator.person } };
  return typeof key === 'string' ? { ...signedIn, key } : signedIn;
}

export type SessionStore = {
  readonly currentSession: () => Session | undefined;
  /** Starts the session of this tab; undefined ends it. */
  readonly setSession: (session: Session | undefined) => void;
  readonly onSessionChange: (listener: () => void) => () => void;
  /** Calls the listener when a different operator logs in, but not when a session ends or its operator logs in again. */
  readonly onOtherOperator: (listener: () => void) => () => void;
};

export function createSession(): SessionStore {
  let current = readSession(readStored('sessionStorage', STORAGE_KEY));
  const listeners = new Set<() => void>();
  const onSessionChange = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    currentSession: () => current,
    setSession: (session) => {
      current = session;
      writeStored('sessionStorage', STORAGE_KEY, session);
      for (const listener of listeners) listener();
    },
    onSessionChange,
    onOtherOperator: (listener) => {
      let whose = current?.operator.account;
      return onSessionChange(() => {
        const account = current?.operator.account;
        if (account === undefined || account === whose) return;
        whose = account;
        listener();
      });
    },
  };
}
