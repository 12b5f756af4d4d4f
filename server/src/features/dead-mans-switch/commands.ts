/** The commands that cancel the orders of every product. Each product's feature supplies the part for its own orders. */
import { command, of } from '../../commands/command.ts';
import type { Decision, Needs } from '../../commands/command.ts';
import { ok } from '@candor/domain/outcome.ts';
import { ownLimitsNeed } from '../../identity/own-limits.ts';
import type { OpenOrdersPart } from '../../platform/open-orders.ts';
import { cancelParts, decideSetting, decideSwitchFiring } from './rules.ts';
import type { CancelledEverywhere, SwitchFiring } from './rules.ts';
import { SWITCH_ID, deadMansSwitches } from './tables.ts';

const switchNeed = { table: of(deadMansSwitches), id: SWITCH_ID };
const ordersOf = (parts: readonly OpenOrdersPart[]): Needs => ({
  allBalances: true,
  open: [...parts.map(({ open }) => open), ownLimitsNeed],
});

export function cancelEverywhere(parts: readonly OpenOrdersPart[]) {
  return command({
    name: 'orders.cancel_all',
    gather: (_: Record<string, never>) => ordersOf(parts),
    decide: (_, facts): Decision<CancelledEverywhere, never> => {
      const { answer, effects } = cancelParts(parts, { facts, isAsked: true });
      return ok({ answer, ...effects });
    },
  });
}

export const setSwitch = command({
  name: 'orders.set_switch',
  gather: (_: { readonly seconds: number }) => ({ rows: [switchNeed] }),
  decide: decideSetting,
});

export function fireSwitchWith(parts: readonly OpenOrdersPart[]) {
  return command({
    name: 'orders.fire_switch',
    gather: (_: SwitchFiring) => ({ ...ordersOf(parts), rows: [switchNeed] }),
    decide: (firing: SwitchFiring, facts) => decideSwitchFiring(firing, { parts, facts }),
  });
}
