/** Declares the fields of the house file and their purposes. `docs/configuration.md` is generated from these tables. */

type Table = Readonly<Record<string, string>>;

export const HOUSE_FIELDS = {
  legal_entity: 'the company that is the customers’ counterparty',
  licence_number: 'the number of its licence',
  register_url: 'the licence’s entry in a public register, an https:// address',
  invite_code: 'the code with which the first customers register',
  deposit_addresses: 'where coins are paid in: an address for each chain',
  wires: 'where money is paid in: bank details for each currency',
  fund_tiers: 'the terms of the fund, a list from the lowest tier to the highest',
  instruments: 'the symbols of the feed that are traded, a list such as ["BTC/USDT"]',
  service: 'how customers reach support outside the app',
} as const satisfies Table;

export const SERVICE_FIELDS = {
  email: 'the address of support',
  hours: 'when support answers',
} as const satisfies Table;

export const HOURS_FIELDS = {
  days: 'days of the week, a list from 1 (Monday) to 7 (Sunday)',
  from: 'when it opens, such as "09:00"',
  to: 'when it closes',
  time_zone: 'whose clock that is, such as "Europe/Berlin"',
} as const satisfies Table;

export const CHAINS = ['bitcoin', 'ethereum', 'arbitrum', 'tron'] as const;
export const WIRE_CURRENCIES = ['USD', 'EUR', 'GBP'] as const;

export const WIRE_FIELDS = {
  beneficiary: 'who receives the transfer',
  bank_name: 'the bank',
  bank_address: 'its address',
  swift: 'its SWIFT code',
  account: 'the number of the account, or its IBAN',
} as const satisfies Table;

/** Decimals in quotes, such as "0.5". */
export const TIER_DECIMALS = {
  min: 'the smallest amount of the tier',
  max: 'the largest amount; an amount on a boundary belongs to the higher tier',
  rate_min: 'the lowest rate of a day, as a fraction: "0.003" is 0.3%',
  rate_max: 'the highest rate of a day',
  early_fee_rate: 'the fee for leaving early, as a fraction of the principal',
} as const satisfies Table;

/** Whole numbers. */
export const TIER_COUNTS = {
  days: 'how long an order of the fund lasts',
  limit_per_account: 'how often one account may join; 0, or left out, means no limit',
  places: 'how many orders the tier takes',
} as const satisfies Table;

export const namesOf = <Fields extends object>(fields: Fields): (keyof Fields & string)[] =>
  Object.keys(fields) as (keyof Fields & string)[];
