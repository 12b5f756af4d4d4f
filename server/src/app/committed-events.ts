/**
 * Publishes committed changes to customers' devices and programs that are connected to this process and, if others share the
 * database, to those processes. A process that no devices connect to only forwards the changes.
 */
import { randomUUID } from 'node:crypto';
import type { Publication } from '../commands/facts.ts';
import { walletsView } from '../features/wallets/handlers.ts';
import { readHoldings } from '../ledger/statement.ts';
import type { Platform } from '../platform/platform.ts';
import { startHearing, startTelling } from '../realtime/across-processes.ts';
import type { Telling } from '../realtime/across-processes.ts';
import { publishTo } from '../realtime/customer-events.ts';
import { MissedEvents } from '../realtime/missed-events.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { Compat } from './compat.ts';
import type { Closing } from './closing.ts';
import type { Ties } from './late-bindings.ts';

type Deps = { readonly platform: Platform; readonly ties: Ties; readonly closing: Closing };
type Here = { readonly realtime: Realtime; readonly users: Compat['users'] };

/** Forwards committed changes to other processes; used by a process that has no clients. */
export function passOnCommitted({ platform, ties, closing }: Deps): void {
  const telling = tellingOf(platform, { me: randomUUID() }, closing);
  ties.committed = (publications) => telling.tell(publications);
}

export function publishCommitted({ platform, ties, closing }: Deps, { realtime, users }: Here): void {
  const { pool, listening, vault, currencies, bidOf, owedOf, config, wallNow: now, log } = platform;
  const publishing = {
    walletsOf: async (customer: bigint) => {
      const [holdings, owed] = await Promise.all([readHoldings(pool, customer), owedOf(customer)]);
      return walletsView({ holdings, owed }, { currencies, bidOf });
    },
    onTrouble: log,
  };
  const [toDevices, toPrograms] = [publishTo(realtime, publishing), publishTo(users, publishing)];
  const publish = (publications: readonly Publication[]): void => {
    toDevices(publications);
    toPrograms(publications);
  };
  ties.committed = publish;
  // No other process shares the embedded database.
  if (config.database.kind === 'embedded') return;
  const me = randomUUID();
  const missed = new MissedEvents({
    ...{ pool, customers: () => realtime.customers(), publish: toDevices, onTrouble: log },
  });
  const here = (publications: readonly Publication[]): void => {
    missed.note(publications);
    publish(publications);
  };
  const hearing = startHearing({
    ...{ me, vault, listening, now, heard: here, listens: () => missed.forget(), onTrouble: log },
  });
  const telling = tellingOf(platform, { me, isAlone: () => hearing.isAlone() }, closing);
  closing.push(
    () => hearing.stop(),
    () => missed.stop(),
  );
  ties.committed = (publications) => {
    here(publications);
    telling.tell(publications);
  };
}

function tellingOf(
  { pool, vault, wallNow: now, log }: Platform,
  who: { readonly me: string; readonly isAlone?: () => boolean },
  closing: Closing,
): Telling {
  const telling = startTelling({ ...who, pool, vault, now, onTrouble: log });
  closing.push(() => telling.stop());
  return telling;
}
