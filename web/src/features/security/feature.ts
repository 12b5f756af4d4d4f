/** This feature's registration with the app. */
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { customers } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const security: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    customers('security', '/pages/me/security', of(() => import('./security-screen.tsx'), 'SecurityScreen')),
    customers('authenticator', '/pages/me/google', of(() => import('./authenticator-screen.tsx'), 'AuthenticatorScreen')),
    customers('passkeys', '/pages/me/passkeys', of(() => import('./passkeys-screen.tsx'), 'PasskeysScreen')),
    customers('tradingPassword', '/pages/me/paypassword', of(() => import('./trading-password-screen.tsx'), 'TradingPasswordScreen')),
    customers('boundEmail', '/pages/me/email', of(() => import('./email-screen.tsx'), 'EmailScreen')),
    customers('phone', '/pages/me/phone', of(() => import('./phone-screen.tsx'), 'PhoneScreen')),
    customers('antiPhishing', '/pages/me/antiPhishing', of(() => import('./anti-phishing-screen.tsx'), 'AntiPhishingScreen')),
    customers('devices', '/pages/me/sessions', of(() => import('./devices-screen.tsx'), 'DevicesScreen')),
    customers('logins', '/pages/me/logins', of(() => import('./logins-screen.tsx'), 'LoginsScreen')),
    customers('mailbox', '/pages/me/mailbox', of(() => import('./mailbox-screen.tsx'), 'MailboxScreen')),
  ],
};
