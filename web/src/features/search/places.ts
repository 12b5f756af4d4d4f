/** Screens that no menu lists, but that customers look for by name. */
import type { Messages } from 'use-intl';
import {
  addressesLink,
  depositLink,
  devicesLink,
  loginsLink,
  marketLink,
  messagesLink,
  noticesLink,
  passwordLink,
  priceAlertsLink,
  securityLink,
  transferLink,
  verificationLink,
  walletsLink,
  withdrawLink,
} from '../../lib/links.ts';

export const places: readonly { readonly title: keyof Messages['titles']; readonly href: string }[] = [
  { title: 'market', href: marketLink },
  { title: 'wallets', href: walletsLink },
  { title: 'deposit', href: depositLink },
  { title: 'withdraw', href: withdrawLink },
  { title: 'transfer', href: transferLink() },
  { title: 'security', href: securityLink },
  { title: 'verification', href: verificationLink },
  { title: 'changePassword', href: passwordLink },
  { title: 'addresses', href: addressesLink },
  { title: 'devices', href: devicesLink },
  { title: 'logins', href: loginsLink },
  { title: 'messages', href: messagesLink },
  { title: 'notices', href: noticesLink },
  { title: 'priceAlerts', href: priceAlertsLink },
];
