/** Collects the contributions of all features for the parts that need them together. */
import type { Handlers } from '../calls/handler.ts';
import type { ConsoleHandlers } from '../calls/console-handler.ts';
import type { TriggerSource } from '../commands/trigger-source.ts';
import { works } from '../config/roles.ts';
import type { IncomePart } from '../ledger/own-results.ts';
import type { Feature, Gathered, Served } from '../platform/feature.ts';
import type { FiringPlatform, Platform } from '../platform/platform.ts';
import { rulebookOf } from '../reexecution/rules.ts';
import { onlyOnce } from './answered.ts';
import type { ConsoleHandlersOf, HandlersOf } from './answered.ts';
import type { Closing } from './closing.ts';
import { features } from './features.ts';

const all: readonly Feature[] = features;

export const incomeParts: readonly IncomePart[] = all.flatMap((one) => one.income ?? []);

const forFiring = {
  creditStakes: all.flatMap((one) => one.creditStakes ?? []),
  openOrders: all.flatMap((one) => one.openOrders ?? []),
};

export function triggersOf(platform: FiringPlatform): TriggerSource[] {
  return all.flatMap((one) => one.triggers?.(platform, forFiring) ?? []);
}

/** Which commands are recorded, and the rules by which an auditor can decide them again. */
export const rulebook = rulebookOf(
  all.flatMap((one) => one.reexecution?.(forFiring) ?? []),
  forFiring,
);

function gathered(platform: Platform): Gathered {
  return {
    startOver: all.flatMap((one) => one.startOver ?? []),
    keepsOpen: all.flatMap((one) => one.keepsOpen ?? []),
    ...forFiring,
    workQueue: all.flatMap((one) => one.workQueue ?? []),
    timelineItems: all.flatMap((one) => one.timelineItems ?? []),
    timelineEvents: all.flatMap((one) => one.timelineEvents ?? []),
    exposures: all.flatMap((one) => one.exposure ?? []),
    exportSections: all.flatMap((one) => one.exportSections?.(platform) ?? []),
    evidence: all.flatMap((one) => one.evidence?.(platform) ?? []),
    rowViews: all.flatMap((one) => one.rowViews?.(platform) ?? []),
  };
}

export type Product = ReturnType<typeof productOf>;

/**
 * Opens the features' handlers, in the form that the servers accept, and their jobs if this process does background work. All of
 * them stop together with the other parts.
 */
export async function openProduct(platform: Platform, closing: Closing): Promise<Product> {
  const isWorking = works(platform.config.role);
  const given = gathered(platform);
  const opened: { name: string; served: Served<object, object> }[] = [];
  for (const { name, serve } of all) {
    // oxlint-disable-next-line no-await-in-loop -- in sequence, so that features stop in the reverse of the order in which they start
    const served = (await serve?.(platform, given)) ?? {};
    const jobs = isWorking ? (served.jobs ?? []).map((start) => start()) : [];
    closing.push(...[...(served.workers ?? []), ...jobs].map((worker) => () => worker.stop()));
    opened.push({ name, served });
  }
  return productOf(opened, platform);
}

function productOf(
  opened: readonly { readonly name: string; readonly served: Served<object, object> }[],
  platform: Platform,
) {
  const served = opened.map((one) => one.served);
  const answering = opened.map((one) => ({ name: one.name, calls: one.served.calls }));
  const consoleAnswering = opened.map((one) => ({ name: one.name, calls: one.served.consoleCalls }));
  // If a row has no handler, this line doesn't compile, and the error names the row.
  const handlers: Handlers = onlyOnce<HandlersOf<typeof features>>(answering);
  const consoleHandlers: ConsoleHandlers = onlyOnce<ConsoleHandlersOf<typeof features>>(consoleAnswering);
  return {
    handlers,
    consoleHandlers: all.reduce((shown, one) => one.watch?.(shown, platform) ?? shown, consoleHandlers),
    connects: served.flatMap((one) => one.connect ?? []),
    pictureAt: served.find((one) => one.pictureAt !== undefined)?.pictureAt,
    payoutReports: served.find((one) => one.payoutReports !== undefined)?.payoutReports,
    liveRoles: served.flatMap((one) => one.liveRoles ?? []),
  };
}
