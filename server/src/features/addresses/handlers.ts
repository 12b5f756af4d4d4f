/** Handlers of the withdrawal address calls. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { checkedSubmit } from '../../calls/checked-submit.ts';
import { command, of } from '../../commands/command.ts';
import type { Submit } from '../../calls/submit.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../calls/handler.ts';
import type { Confirmation } from '../../identity/factors/confirmation.ts';
import { gateViolation, gateNeed, readGateOf } from '../../identity/gates.ts';
import { limits } from './limits.ts';
import { noteConfirmed } from '../../payments/confirmed.ts';
import { withdrawalAddresses } from '../../payments/withdrawal-addresses.ts';
import type { Terms } from '../../terms/terms.ts';
import { addressView, decideAddition, decideTakingOff, readAddition } from './rules.ts';
import type { NewAddress, TakenOff } from './rules.ts';
import { addressesOf } from './store.ts';

export type AddressesDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly confirmation: Pick<Confirmation, 'check'>;
  readonly terms: Pick<Terms, 'addressCoolOffMs'>;
  readonly jurisdictions: JurisdictionMode;
  /**
   * Whether this address key belongs to one of the platform's deposit addresses. All spellings of an address have the same
   * key.
   */
  readonly isHouseAddress: (key: string) => boolean;
  readonly now: () => number;
};

type Call = 'GET wallet/address' | 'POST wallet/address_add' | 'POST wallet/address_delete';

export function addressesHandlers(deps: AddressesDeps): Pick<Handlers, Call> {
  const { pool, submit, confirmation, terms, jurisdictions, now } = deps;
  const bookTerms = { jurisdictions, coolOffMs: (wallMs: number) => terms.addressCoolOffMs(wallMs) };
  const add = command({
    name: 'addresses.add',
    gather: (_: NewAddress) => ({ rows: [gateNeed], open: [of(withdrawalAddresses)] }),
    decide: (addition: NewAddress, facts) => decideAddition(addition, facts, bookTerms),
  });
  const takeOff = command({
    name: 'addresses.delete',
    gather: ({ id }: TakenOff) => ({ rows: [gateNeed, { table: of(withdrawalAddresses), id }] }),
    decide: (taken: TakenOff, facts) => decideTakingOff(taken, facts, bookTerms),
  });
  const submitChecked = checkedSubmit({ pool, submit });
  return {
    'GET wallet/address': async (_, { customer }) =>
      ok({
        items: (await addressesOf(pool, customer)).map(addressView),
        max: limits.addressesMax,
        cool_off_seconds: Math.ceil(terms.addressCoolOffMs(now()) / 1000),
      }),

    'POST wallet/address_add': async (given, context) => {
      const addition = readAddition(given, context, deps.isHouseAddress);
      if (!addition.ok) return addition;
      // The confirmation fields are not stored, and a retry may send different ones.
      const { network, key, label } = addition.value;
      const call = { command: add, input: addition.value, body: { network, key, label }, context };
      return submitChecked(call, async () => {
        const gate = await readGateOf(pool, context.customer);
        const violation =
          gateViolation(gate, 'address_book', { nowMs: now(), jurisdictions }) ??
          (await confirmation.check(context.customer, given, context));
        if (violation === undefined) {
          await noteConfirmed(pool, context.customer, { act: 'address_add', network, key });
        }
        return violation;
      });
    },

    'POST wallet/address_delete': async ({ id }, context) => {
      if (!/^\d{1,18}$/.test(id)) return refuse('address_not_yours', { field: 'id' });
      const { agent, address } = context;
      const input = { id: BigInt(id), from: { agent, address } };
      return submit({ command: takeOff, input, body: { id }, context });
    },
  };
}
