/** What protects an account, in order of worth: what of it is there, what is missing, and where each is set. Pure. */
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

/** The first keeps a thief of the password out, the last only helps to be reached. */
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
  /** `weak`: it is there and will soon not be enough. */
  readonly state: 'set' | 'weak' | 'missing';
};

/** So few recovery codes, or none, and a lost phone is a lost account. */
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

/** What needs doing first, then what is in place, each in order of worth. */
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
