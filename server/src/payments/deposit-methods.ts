/**
 * Where the house takes money in: an address a chain, instructions a currency of a bank. They are configuration, so that what
 * a customer is told to pay to is the same for everybody and comes from nobody's hand while the house is open.
 */
import { chainNames, chains, wireCurrencies } from '@candor/protocol/networks.ts';
import type { Chain, Network, WireCurrency } from '@candor/protocol/networks.ts';
import { checkedAddress, isChain } from './addresses.ts';

/** What a customer's bank has to be told, but for the customer's own reference. */
export type WireInstructions = {
  readonly beneficiary: string;
  readonly bank_name: string;
  readonly bank_address: string;
  readonly swift: string;
  readonly account: string;
};

/** What is left out cannot be paid in. */
export type DepositWaysConfig = {
  readonly addresses: Readonly<Partial<Record<Chain, string>>>;
  readonly wires: Readonly<Partial<Record<WireCurrency, WireInstructions>>>;
};

export type DepositWay = { readonly currency: string; readonly network: Network };

/** The ways in as the house has them. */
export type DepositWays = {
  readonly all: readonly DepositWay[];
  /** Of a chain. */
  address(network: Network): string | null;
  /** Of a wire, with the reference by which a customer's payments are recognised. */
  instructions(way: DepositWay, customer: bigint): (WireInstructions & { readonly reference: string }) | null;
  /**
   * Whether an address, in the form in which two are the same, is one of the house's own. One key holds an address on every
   * chain of the same kind, so it does not matter on which of them it was given out.
   */
  isHouseAddress(key: string): boolean;
};

/** An account at a bank that does not exist; the last zero of the SWIFT code says that it is for tests. */
const demoWire = (account: string): WireInstructions => ({
  beneficiary: 'Candor Demo, play money',
  bank_name: 'Demo Bank, which does not exist',
  bank_address: '1 Demo Street, Nowhere',
  swift: 'DEMODEF0',
  account,
});

/**
 * For play money: right in form, and held by nobody, since what would be the hash of a key reads "candor demo no wallet".
 * Bitcoin's is of the test network, so that no real wallet pays it.
 */
export const demoDepositWays: DepositWaysConfig = {
  addresses: {
    bitcoin: 'tb1qvdskuer0wgsxgetddusxumeqwaskcmr9dhxflj',
    ethereum: '0x63616e646F722064656d6F206e6F2077616c6c65',
    arbitrum: '0x63616e646F722064656d6F206e6F2077616c6c65',
    tron: 'TK2gcgycDcvBgA6nFiJBP2SzbRErpnDLoe',
  },
  wires: {
    USD: demoWire('GB19DEMO00000000000001'),
    EUR: demoWire('DE36000000000000000000'),
    GBP: demoWire('GB46DEMO00000000000000'),
  },
};

/**
 * Reads the configuration. Real money goes to no address that its chain would not take, so one whose checksum is wrong, or
 * that is of a test network, throws; play money may name one.
 */
export function depositWaysOf(
  { addresses, wires }: DepositWaysConfig,
  { isPlayMoney }: { readonly isPlayMoney: boolean },
): DepositWays {
  const keys = new Set(
    chainNames.flatMap((network) => {
      const address = addresses[network];
      return address === undefined ? [] : [keyOf(network, address, isPlayMoney)];
    }),
  );
  const all = [
    ...chainNames
      .filter((network) => addresses[network] !== undefined)
      .flatMap((network) => chains[network].map((currency): DepositWay => ({ currency, network }))),
    ...wireCurrencies
      .filter((currency) => wires[currency] !== undefined)
      .map((currency): DepositWay => ({ currency, network: 'wire' })),
  ];
  return {
    all,
    address: (network) => (isChain(network) ? (addresses[network] ?? null) : null),
    instructions: ({ currency, network }, customer) => {
      const wire = network === 'wire' ? wires[currency as WireCurrency] : undefined;
      return wire === undefined ? null : { ...wire, reference: wireReference(customer) };
    },
    isHouseAddress: (key) => keys.has(key),
  };
}

function keyOf(network: Chain, address: string, isPlayMoney: boolean): string {
  const checked = checkedAddress(network, address);
  if (checked.ok) return checked.value.key;
  if (isPlayMoney) return address;
  throw new Error(`the house's address on ${network} is none: ${address}`);
}

const REFERENCE_MODULUS = 97n;
const REFERENCE_CHECK = 98n;

/** The customer's reference for wires, a creditor reference of ISO 11649, by whose two check digits a mistyped one shows. */
export function wireReference(customer: bigint): string {
  const body = `CANDOR${customer}`;
  const check = REFERENCE_CHECK - (digitsOf(`${body}RF00`) % REFERENCE_MODULUS);
  return `RF${check.toString().padStart(2, '0')}${body}`;
}

/** Letters as two digits each, A as 10, as the standard counts them. */
function digitsOf(text: string): bigint {
  return BigInt([...text].map((sign) => parseInt(sign, 36).toString()).join(''));
}
