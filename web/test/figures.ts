/** Values of fields by name: amounts, times and texts. */
import type { Variant } from './answers.ts';
import { CURRENCIES, SYMBOLS, instruments, nth } from './instruments.ts';
import type { Random } from './random.ts';

/** The current time in the answers, which the screens use as well. */
export const NOW_MS: number = Math.floor(Date.now() / 1000) * 1000;

export const LONG_TEXT =
  'A text that somebody wrote at length, with Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft in it. '.repeat(
    3,
  );

type Place = {
  readonly field: string;
  readonly at: number;
  readonly variant: Variant;
  readonly random: Random;
};

/**
 * Fields that a server always keeps positive and of ordinary size, even in edge cases, such as steps, prices, rates and limits.
 */
const STRUCTURAL =
  /^(margin|initial_margin|stake|quantity|open_quantity|closing_quantity|tick_size|quantity_(step|min|max)|price_max|contract_size|pip_size|leverages?|leverage_max|seconds|days?|bid|ask|last|price|rate|(open|close|high|low)(_24h)?|valid_(ms|seconds)|.*_rate|payout_ratio|rate_(min|max)|yearly.*|version|.*_version|places|max_usdt|review_.*|.*_hours|.*_minutes.*|level|width|height|score.*|max|min|cool_off_seconds|.*_max|.*_min|decimals)$/;

export function isStructural(field: string): boolean {
  return STRUCTURAL.test(field);
}

/** Fields whose values must fit those of other fields. */
const FITTING: Readonly<Record<string, string>> = {
  quantity: '0.5',
  open_quantity: '0.5',
  closing_quantity: '0.5',
  tick_size: '0.01',
  quantity_step: '0.0001',
  quantity_min: '0.0001',
  quantity_max: '1000',
  price_max: '10000000',
  contract_size: '1',
  pip_size: '0.01',
  payout_ratio: '0.8',
  break_even_rate: '0.5556',
  rate_min: '0.0008',
  rate_max: '0.0012',
  yearly_min: '0.292',
  yearly_max: '0.438',
  min: '10',
  max: '100000',
  max_usdt: '500000',
  change_24h: '-1.25',
  share_percent: '72.4',
  fee_rate: '0.001',
  early_fee_rate: '0.01',
  daily_rate: '0.0005',
  rate: '1',
  turnover_needed: '1000',
};

export function decimalOf({ field, at, variant, random }: Place): string {
  const instrument = nth(instruments, at);
  if (/^(bid|ask|last|price|open|close|high|low|strike|settle)(_24h)?$|_price$|^spark$/.test(field)) {
    return instrument.price;
  }
  const fitting = FITTING[field];
  if (fitting !== undefined && (isStructural(field) || (variant !== 'zero' && variant !== 'huge')))
    return fitting;
  if (field.endsWith('_rate')) return '0.0005';
  if (variant === 'zero') return isStructural(field) ? '1' : '0';
  if (variant === 'huge') return '999999999999.12345678';
  return `${1 + Math.floor(random() * 5000)}.${String(1 + Math.floor(random() * 98)).padStart(2, '0')}`.replace(
    /0$/,
    '',
  );
}

const HEX = 'ab12'.repeat(16);

/** Texts in a required format, by field. Every other text consists of a few words. */
const TEXTS: Readonly<Record<string, (at: number) => string>> = {
  symbol: (at) => nth(SYMBOLS, at),
  base: (at) => nth(SYMBOLS, at).replace(/\/.*/, ''),
  quote: (at) => nth(SYMBOLS, at).replace(/.*\//, ''),
  currency: (at) => nth(CURRENCIES, at),
  currencies: (at) => nth(CURRENCIES, at),
  credited_as: () => 'USDT',
  from: () => 'USDT',
  to: () => 'BTC',
  account: () => 'lena',
  email: () => 'l***@example.com',
  phone: () => '•••• 1234',
  country: () => 'DE',
  countries: (at) => nth(['DE', 'FR', 'IT', 'ES'], at),
  payee_country: () => 'DE',
  area_code: (at) => String(30 + at),
  profile: () => 'eu',
  mode: () => 'demo',
  invite_code: () => 'LENA24',
  day: (at) => new Date(NOW_MS - (at + 1) * 86_400_000).toISOString().slice(0, 10),
  birth_date: () => '1990-05-17',
  ref: (at) => `spot_order:${1001 + at}`,
  kind: () => 'spot_trade',
  action: () => 'withdrawal.hold',
  role: () => 'reviewer',
  code: () => '123456',
  secret: () => 'JBSWY3DPEHPK3PXP',
  otpauth_url: () => 'otpauth://totp/Candor:lena?secret=JBSWY3DPEHPK3PXP&issuer=Candor',
  subject: () => 'instrument:BTC/USDT',
  time_zone: () => 'UTC',
  picture: () => '/api/content/pictures/1',
  base64: () => 'R0lGODlhAQABAAAAACw=',
  mime: () => 'image/gif',
  address: () => 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  wallet_address: () => '0x52908400098527886E0F7030069857D2E4169EE7',
  client_id: (at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
};

export function textOf({ field, at }: Pick<Place, 'field' | 'at'>): string {
  if (/hash|key|signature|commitment|genesis|challenge/.test(field)) return HEX;
  return TEXTS[field]?.(at) ?? `Some ${field.replaceAll('_', ' ')} of ${at + 1}`;
}
