/**
 * The deposit methods: one address per chain, and bank instructions per currency. They are configured, so that every customer
 * pays to the same place and nobody can change it while the server runs.
 */
import { chainNames, chains, wireCurrencies } from '@candor/protocol/networks.ts';
import type { Chain, Network, WireCurrency } from '@candor/protocol/networks.ts';
import { checkedAddress, isChain } from './addresses.ts';

/** The details that customers must give their bank, except for their own reference. */
export type WireInstructions = {
  readonly beneficiary: string;
  readonly bank_name: string;
  readonly bank_address: string;
  readonly swift: string;
  readonly account: string;
};

/** The configured methods. A method that is left out can't be used for deposits. */
export type DepositWaysConfig = {
  readonly addresses: Readonly<Partial<Record<Chain, string>>>;
  readonly wires: Readonly<Partial<Record<WireCurrency, WireInstructions>>>;
};

export type DepositWay = { readonly currency: string; readonly network: Network };

export type DepositWays = {
  readonly all: readonly DepositWay[];
  address(network: Network): string | null;
  /** Returns the instructions for a wire, with the reference that identifies the customer's payments. */
  instructions(way: DepositWay, customer: bigint): (WireInstructions & { readonly reference: string }) | null;
  /**
   * Whether a normalised address is one of the platform's own. A key has the same address on every chain of the same kind, so the
   * chain for which the address was published does not matter.
   */
  isHouseAddress(key: string): boolean;
};

/** An account at a bank that does not exist. The final zero of the SWIFT code's location marks it as a test code. */
const demoWire = (account: string): WireInstructions => ({
  beneficiary: 'Candor Demo, play money',
  bank_name: 'Demo Bank, which does not exist',
  bank_address: '1 Demo Street, Nowhere',
  swift: 'DEMODEF0',
  account,
});

/**
 * Methods for play money. The addresses are valid in form but nobody holds them: the bytes in place of a key's hash read "candor
 * demo no wallet". The Bitcoin address is on the test network, so that no real wallet pays to it.
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
 * Builds the methods. Throws if an address has a wrong checksum, because its chain would reject it. An address on a test network
 * is accepted only for play money.
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
  throw new Error(`expected an address of the house on ${network}, found ${address}`);
}

const REFERENCE_MODULUS = 97n;
const REFERENCE_CHECK = 98n;

/** Returns an ISO 11649 creditor reference, whose two check digits reveal a typo. */
export function wireReference(customer: bigint): string {
  const body = `CANDOR${customer}`;
  const check = REFERENCE_CHECK - (digitsOf(`${body}RF00`) % REFERENCE_MODULUS);
  return `RF${check.toString().padStart(2, '0')}${body}`;
}

/** As in the standard, each letter becomes two digits, from 10 for A. */
function digitsOf(text: string): bigint {
  return BigInt([...text].map((sign) => parseInt(sign, 36).toString()).join(''));
}
