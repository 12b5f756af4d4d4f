/** The protections of an account, most valuable first: their states, and the screens on which they are set up. Pure. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import {
  antiPhishingLink,
  authenticatorLink,
  boundEmailLink,
  passkeysLink,
  passwordLink,
  phoneLink,
  tradingPasswordLink,
} from '../../lib/links.ts';

export type Overview = CallOutput<'GET safe/overview'>;

/** Sorted by value: the first protection stops a thief who has the password, the last only helps to reach the customer. */
const worth = [
  ['totp', authenticatorLink],
  ['passkey', passkeysLink],
  ['trading_password', tradingPasswordLink],
  ['email', boundEmailLink],
  ['password', passwordLink],
  ['anti_phishing', antiPhishingLink],
  ['phone', phoneLink],
] as const;

export type ProtectionName = (typeof worth)[number][0];
export type Protection = {
  readonly name: ProtectionName;
  readonly link: string;
  /** `weak`: in place, but nearly used up. */
  readonly state: 'set' | 'weak' | 'missing';
};

/** With this number of recovery codes or fewer, a lost phone may mean a lost account. */
const FEW_CODES = 2;

function stateOf(name: ProtectionName, overview: Overview): Protection['state'] {
  const has: Readonly<Record<ProtectionName, boolean>> = {
    totp: overview.totp_enabled,
    passkey: overview.passkeys > 0,
    trading_password: overview.has_trading_password,
    email: overview.email !== null,
    password: overview.has_password,
    anti_phishing: overview.anti_phishing_word !== null,
    phone: overview.phone !== null,
  };
  if (!has[name]) return 'missing';
  return name === 'totp' && overview.recovery_codes_left <= FEW_CODES ? 'weak' : 'set';
}

/** Returns the missing protections, followed by those in place, each group most valuable first. */
export function protectionsOf(overview: Overview): {
  readonly missing: readonly Protection[];
  readonly inPlace: readonly Protection[];
} {
  const all = worth.map(([name, link]): Protection => ({ name, link, state: stateOf(name, overview) }));
  return {
    missing: all.filter((one) => one.state !== 'set'),
    inPlace: all.filter((one) => one.state === 'set'),
  };
}
