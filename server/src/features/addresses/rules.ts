/** Rules for withdrawal addresses, as pure functions. The README gives the order of the checks. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import { chains } from '@candor/protocol/networks.ts';
import type { Chain } from '@candor/protocol/networks.ts';
import { put } from '../../commands/command.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { gateViolation, gateOf } from '../../identity/gates.ts';
import { noticed } from '../../identity/mail/notices.ts';
import { eventNoted } from '../../identity/security-events.ts';
import { limits } from './limits.ts';
import { checkedAddress, isChain } from '../../payments/addresses.ts';
import { withdrawalAddresses } from '../../payments/withdrawal-addresses.ts';
import type { AddressRow } from '../../payments/withdrawal-addresses.ts';

export type AddressView = CallOutput<'POST wallet/address_add'>;
/** User agent and IP address of a call, shown to the customer so that they recognise who made it. */
type CalledFrom = { readonly agent: string; readonly address: string };

export type NewAddress = {
  readonly network: Chain;
  readonly address: string;
  readonly key: string;
  readonly label: string;
  readonly from: CalledFrom;
};
export type TakenOff = { readonly id: bigint; readonly from: CalledFrom };

export type BookTerms = {
  readonly jurisdictions: JurisdictionMode;
  readonly coolOffMs: (wallMs: number) => number;
};

type ReadViolation = 'network_invalid' | 'address_wrong' | 'address_of_house';

export function readAddition(
  { network, address, label = '' }: CallInput<'POST wallet/address_add'>,
  from: CalledFrom,
  isHouseAddress: (key: string) => boolean,
): Outcome<NewAddress, ReadViolation> {
  if (!isChain(network)) return refuse('network_invalid', { field: 'network' });
  const checked = checkedAddress(network, address);
  if (!checked.ok) return checked;
  if (isHouseAddress(checked.value.key)) return refuse('address_of_house', { field: 'address' });
  return ok({ network, ...checked.value, label, from: { agent: from.agent, address: from.address } });
}

type BarredCode = 'account_frozen' | 'account_locked' | 'trading_password_missing';
type AddViolation = BarredCode | 'address_exists' | 'addresses_too_many';

export function decideAddition(
  { from, ...given }: NewAddress,
  facts: Facts,
  { jurisdictions, coolOffMs }: BookTerms,
): Decision<AddressView, AddViolation> {
  const { book, wallMs } = facts;
  const barred = gateViolation(gateOf(facts), 'address_book', { nowMs: wallMs, jurisdictions });
  if (barred !== undefined) return barred;
  const known = facts.openRows(withdrawalAddresses);
  if (known.some(({ network, key }) => network === given.network && key === given.key)) {
    return refuse('address_exists', { field: 'address' });
  }
  const { addressesMax } = limits;
  if (known.length >= addressesMax) {
    return refuse('addresses_too_many', { params: { max: addressesMax.toString() } });
  }
  const usableMs = wallMs + coolOffMs(wallMs);
  const row: AddressRow = { book, id: facts.newId(), ...given, addedMs: wallMs, usableMs, deletedMs: null };
  const params = { network: row.network, address: row.address };
  return ok({
    answer: addressView(row),
    puts: [put(withdrawalAddresses, row)],
    appends: [
      eventNoted({ customer: book, kind: 'address_added', nowMs: wallMs, ...from }),
      noticed({ book, id: facts.newId(), kind: 'address_added', params, timeMs: wallMs }),
    ],
  });
}

export function decideTakingOff(
  { id, from }: TakenOff,
  facts: Facts,
  { jurisdictions }: BookTerms,
): Decision<Record<string, never>, BarredCode | 'address_not_yours'> {
  const { book, wallMs } = facts;
  const barred = gateViolation(gateOf(facts), 'address_book', { nowMs: wallMs, jurisdictions });
  if (barred !== undefined) return barred;
  const row = facts.row(withdrawalAddresses, id);
  if (row === undefined || row.deletedMs !== null) return refuse('address_not_yours', { field: 'id' });
  return ok({
    answer: {},
    puts: [put(withdrawalAddresses, { ...row, deletedMs: wallMs })],
    appends: [eventNoted({ customer: book, kind: 'address_deleted', nowMs: wallMs, ...from })],
  });
}

export function addressView(row: AddressRow): AddressView {
  return {
    id: row.id.toString(),
    network: row.network,
    currencies: [...chains[row.network]],
    address: row.address,
    label: row.label,
    added_at: Math.floor(row.addedMs / 1000),
    // Rounded up, so that the address is usable at the stated second. Without a cool-off it is usable immediately.
    usable_at: row.usableMs > row.addedMs ? Math.ceil(row.usableMs / 1000) : Math.floor(row.addedMs / 1000),
  };
}
