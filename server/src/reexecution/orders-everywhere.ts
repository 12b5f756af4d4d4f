/** The commands that concern the orders of every product, with the parts that the features provide, in the product's order. */
import { cancelEverywhere, fireSwitchWith, setSwitch } from '../features/dead-mans-switch/commands.ts';
import { deadMansSwitches } from '../features/dead-mans-switch/tables.ts';
import { spotOpenOrders } from '../features/spot/open-orders.ts';
import { of } from '../commands/command.ts';
import { leveragedOpenOrders } from '../positions/open-orders.ts';
import { instruments } from '../quotes/catalogue.ts';

const parts = [spotOpenOrders, leveragedOpenOrders(instruments)];

export const everywhereCommands = [cancelEverywhere(parts), setSwitch, fireSwitchWith(parts)] as const;
export const everywhereTables = [of(deadMansSwitches)] as const;
