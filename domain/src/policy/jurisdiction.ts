/**
 * The jurisdiction policy: which products, leverage and warnings apply to customers of a country, with the source of each
 * figure. This file defines the policy, and `docs/jurisdictions.md` describes it; a test compares the two. The policy is not
 * legal advice. Its profiles are approximations, which must be replaced with legally reviewed ones before the platform handles
 * real money.
 */
import type { Instrument } from '../market/instrument.ts';

export type Product = 'spot' | 'contracts' | 'forex' | 'options' | 'fund' | 'loans' | 'referral';
export type Warning =
  | 'leveraged_losses'
  | 'crypto_unprotected'
  | 'options_barred'
  | 'crypto_contracts_barred'
  | 'not_served';
/** The classes of leverage caps. A pair of two major currencies is major; every other pair is minor. */
export type LeverageClass = 'forex_major' | 'forex_minor' | 'gold' | 'silver' | 'crypto';

/** How the profile of a customer is selected: the same one for everyone, or by the customer's verified country. */
export type JurisdictionMode = 'demo' | 'country' | 'eu' | 'uk';
export type ProfileName = 'demo' | 'eu' | 'uk' | 'unlisted';

export type Profile = {
  readonly name: ProfileName;
  /** The countries of the profile, as ISO 3166-1 alpha-2 codes. */
  readonly countries: readonly string[];
  readonly products: readonly Product[];
  readonly warnings: readonly Warning[];
  /** Whether experience credit, which is regulated as a bonus for leveraged trading, may be granted. */
  readonly credit: boolean;
  /** The maximum leverage by class. A class that is not listed is limited only by the choices of its instruments. */
  readonly leverageMax: Readonly<Partial<Record<LeverageClass, number>>>;
  /** The source of each bar, cap and warning. */
  readonly sources: readonly { readonly of: string; readonly source: string }[];
};

const ESMA_CFD = 'ESMA Decision (EU) 2018/796 of 22 May 2018 (OJ L 136, 1.6.2018, p. 50)';
const ESMA_OPTIONS = 'ESMA Decision (EU) 2018/795 of 22 May 2018 (OJ L 136, 1.6.2018, p. 31)';
const FCA_CFD = 'FCA PS19/18, COBS 22.5, in force since 1 August 2019';
const FCA_OPTIONS = 'FCA PS19/11, COBS 22.4, in force since 2 April 2019';
const FCA_DERIVATIVES = 'FCA PS20/10, COBS 22.6, in force since 6 January 2021';
const FCA_PROMOTIONS = 'FCA PS23/6, COBS 4.12A, in force since 8 October 2023';

/** ESMA's decisions of 2018 expired in 2019. The national authorities have made the same rules permanent. */
const eu: Profile = {
  name: 'eu',
  countries: 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
  products: ['spot', 'contracts', 'forex', 'fund', 'loans', 'referral'],
  warnings: ['leveraged_losses', 'crypto_unprotected', 'options_barred'],
  credit: false,
  leverageMax: { forex_major: 30, forex_minor: 20, gold: 20, silver: 10, crypto: 2 },
  sources: [
    { of: 'options', source: `${ESMA_OPTIONS}, article 2: no binary options to retail clients` },
    { of: 'forex_major', source: `${ESMA_CFD}, annex I (a): 3.33% initial margin, 30:1` },
    { of: 'forex_minor', source: `${ESMA_CFD}, annex I (b): 5% initial margin, 20:1` },
    { of: 'gold', source: `${ESMA_CFD}, annex I (b): 5% initial margin, 20:1` },
    {
      of: 'silver',
      source: `${ESMA_CFD}, annex I (c): commodities other than gold, 10% initial margin, 10:1`,
    },
    { of: 'crypto', source: `${ESMA_CFD}, annex I (d): 50% initial margin, 2:1` },
    { of: 'close_out', source: `${ESMA_CFD}, article 2 (b): at half of the initial margin` },
    { of: 'credit', source: `${ESMA_CFD}, article 2 (d): no bonus for trading` },
    { of: 'negative_balance', source: `${ESMA_CFD}, article 2 (c): nobody owes more than was put in` },
    {
      of: 'leveraged_losses',
      source: `${ESMA_CFD}, article 2 (e) and annex II: the share of accounts that lose`,
    },
    {
      of: 'crypto_unprotected',
      source: 'EBA, ESMA and EIOPA, warning to consumers of 17 March 2022 (ESA 2022 15)',
    },
  ],
};

const uk: Profile = {
  name: 'uk',
  countries: ['GB'],
  products: ['spot', 'forex', 'fund', 'loans'],
  warnings: ['leveraged_losses', 'crypto_unprotected', 'options_barred', 'crypto_contracts_barred'],
  credit: false,
  leverageMax: { forex_major: 30, forex_minor: 20, gold: 20, silver: 10, crypto: 2 },
  sources: [
    { of: 'options', source: `${FCA_OPTIONS}: no binary options to retail clients` },
    { of: 'contracts', source: `${FCA_DERIVATIVES}: no derivatives of crypto-assets to retail clients` },
    { of: 'referral', source: `${FCA_PROMOTIONS}: no bonus for bringing in a friend` },
    { of: 'forex_major', source: `${FCA_CFD}: 3.33% initial margin, 30:1` },
    { of: 'forex_minor', source: `${FCA_CFD}: 5% initial margin, 20:1` },
    { of: 'gold', source: `${FCA_CFD}: 5% initial margin, 20:1` },
    { of: 'silver', source: `${FCA_CFD}: commodities other than gold, 10% initial margin, 10:1` },
    { of: 'crypto', source: `${FCA_CFD}: 50% initial margin, 2:1, before ${FCA_DERIVATIVES}` },
    { of: 'close_out', source: `${FCA_CFD}: at half of the initial margin` },
    { of: 'credit', source: `${FCA_CFD}: no bonus for trading` },
    { of: 'negative_balance', source: `${FCA_CFD}: nobody owes more than was put in` },
    { of: 'leveraged_losses', source: `${FCA_CFD}: the share of accounts that lose` },
    { of: 'crypto_unprotected', source: `${FCA_PROMOTIONS}: the risk warning of crypto-assets` },
  ],
};

/** The profile of a demo, which uses play money only: every product is offered to everyone. */
const demo: Profile = {
  name: 'demo',
  countries: [],
  products: ['spot', 'contracts', 'forex', 'options', 'fund', 'loans', 'referral'],
  warnings: [],
  credit: true,
  leverageMax: {},
  sources: [],
};

/** The profile for a customer with an unlisted country or without a verified country. */
const unlisted: Profile = {
  name: 'unlisted',
  countries: [],
  products: ['spot'],
  warnings: ['crypto_unprotected', 'not_served'],
  credit: false,
  leverageMax: {},
  sources: [
    { of: 'not_served', source: 'The house’s own caution: it offers nothing that it has not looked into' },
  ],
};

export const PROFILES: readonly Profile[] = [demo, eu, uk, unlisted];

/** Returns a customer's profile. The country is used only after a document has been verified. */
export function profileFor(
  mode: JurisdictionMode,
  customer: { readonly country: string | null; readonly verified: boolean },
): Profile {
  if (mode !== 'country') return mode === 'demo' ? demo : mode === 'eu' ? eu : uk;
  const { country, verified } = customer;
  if (!verified || country === null) return unlisted;
  return PROFILES.find(({ countries }) => countries.includes(country)) ?? unlisted;
}

const MAJOR: ReadonlySet<string> = new Set(['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF']);

export function leverageClassOf({
  kind,
  base,
  quote,
}: Pick<Instrument, 'kind' | 'base' | 'quote'>): LeverageClass {
  if (kind === 'crypto') return 'crypto';
  if (kind === 'metal') return base === 'XAU' ? 'gold' : 'silver';
  return MAJOR.has(base) && MAJOR.has(quote) ? 'forex_major' : 'forex_minor';
}

/** Returns the maximum leverage of a profile on an instrument; undefined if the profile has no limit. */
export function leverageCap(
  profile: Pick<Profile, 'leverageMax'>,
  instrument: Pick<Instrument, 'kind' | 'base' | 'quote'>,
): number | undefined {
  return profile.leverageMax[leverageClassOf(instrument)];
}

/** Returns the leverage choices of an instrument that are within the profile's cap. */
export function leveragesWithin(
  profile: Pick<Profile, 'leverageMax'>,
  instrument: Pick<Instrument, 'kind' | 'base' | 'quote'> & { readonly leverages: readonly number[] },
): number[] {
  const cap = leverageCap(profile, instrument);
  return instrument.leverages.filter((leverage) => cap === undefined || leverage <= cap);
}
