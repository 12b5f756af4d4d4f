/** The screens of the console, each with the call that it stands on: a role that may not make it is not shown the way. */
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';

export type Place = {
  readonly path: string;
  readonly label: string;
  readonly needs: ConsoleCallName;
  /** Behind g. */
  readonly letter: string;
  /** Where money is real there is no such screen. */
  readonly demoOnly?: true;
};

export const places: readonly Place[] = [
  { path: '/', label: 'Dashboard', needs: 'GET dashboard', letter: 'd' },
  { path: '/queue', label: 'Queue', needs: 'GET cases', letter: 'q' },
  { path: '/chat', label: 'Messages', needs: 'GET chat_inbox', letter: 'm' },
  { path: '/customers', label: 'Customers', needs: 'GET customers', letter: 'c' },
  { path: '/deposits', label: 'Deposits', needs: 'GET deposits', letter: 'i' },
  { path: '/withdrawals', label: 'Withdrawals', needs: 'GET withdrawals', letter: 'w' },
  { path: '/fund_orders', label: 'Fund orders', needs: 'GET fund_orders', letter: 'u' },
  { path: '/loans', label: 'Loans', needs: 'GET loans', letter: 'n' },
  { path: '/proposals', label: 'Proposals', needs: 'GET proposals', letter: 'p' },
  { path: '/fund', label: 'Fund', needs: 'GET fund', letter: 'f' },
  { path: '/house', label: 'House', needs: 'GET house', letter: 'h' },
  { path: '/terms', label: 'Terms', needs: 'GET terms', letter: 't' },
  { path: '/content', label: 'Content', needs: 'GET articles', letter: 'e' },
  { path: '/audit', label: 'Audit log', needs: 'GET audit', letter: 'a' },
  { path: '/operators', label: 'Operators', needs: 'GET operators', letter: 'o' },
  { path: '/access', label: 'Your access', needs: 'GET passkeys', letter: 'y' },
  { path: '/canned', label: 'Ready-made answers', needs: 'GET chat_canned', letter: 'r' },
  { path: '/checklist', label: 'Go-live checklist', needs: 'GET checklist', letter: 'l' },
  { path: '/clock', label: 'Clock', needs: 'GET clock', letter: 'k', demoOnly: true },
];
