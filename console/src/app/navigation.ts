/**
 * The screens of the console, each with the call on which it is based. A screen is listed only for roles that may make the
 * call.
 */
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import type { Texts } from '../i18n/texts.ts';

export type Place = {
  readonly path: string;
  /** The key of the screen's name in the messages. */
  readonly name: keyof Texts['frame']['place'];
  readonly needs: ConsoleCallName;
  /** The letter to press after `g`. */
  readonly letter: string;
  /** Whether the screen exists only in a demo. */
  readonly demoOnly?: true;
};

export const places: readonly Place[] = [
  { path: '/', name: 'dashboard', needs: 'GET dashboard', letter: 'd' },
  { path: '/queue', name: 'queue', needs: 'GET cases', letter: 'q' },
  { path: '/chat', name: 'chat', needs: 'GET chat_inbox', letter: 'm' },
  { path: '/customers', name: 'customers', needs: 'GET customers', letter: 'c' },
  { path: '/deposits', name: 'deposits', needs: 'GET deposits', letter: 'i' },
  { path: '/withdrawals', name: 'withdrawals', needs: 'GET withdrawals', letter: 'w' },
  { path: '/fund_orders', name: 'fundOrders', needs: 'GET fund_orders', letter: 'u' },
  { path: '/loans', name: 'loans', needs: 'GET loans', letter: 'n' },
  { path: '/proposals', name: 'proposals', needs: 'GET proposals', letter: 'p' },
  { path: '/fund', name: 'fund', needs: 'GET fund', letter: 'f' },
  { path: '/house', name: 'house', needs: 'GET house', letter: 'h' },
  { path: '/terms', name: 'terms', needs: 'GET terms', letter: 't' },
  { path: '/content', name: 'content', needs: 'GET articles', letter: 'e' },
  { path: '/audit', name: 'audit', needs: 'GET audit', letter: 'a' },
  { path: '/operators', name: 'operators', needs: 'GET operators', letter: 'o' },
  { path: '/access', name: 'access', needs: 'GET passkeys', letter: 'y' },
  { path: '/canned', name: 'canned', needs: 'GET chat_canned', letter: 'r' },
  { path: '/checklist', name: 'checklist', needs: 'GET checklist', letter: 'l' },
  { path: '/clock', name: 'clock', needs: 'GET clock', letter: 'k', demoOnly: true },
];
