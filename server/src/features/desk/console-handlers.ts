/** The operators' desk: login, work queue, customer search and view, and audit log. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Worth } from '@candor/domain/ledger/valuation.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Gathered } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { periodOf } from '../../calls/period.ts';
import type { ConsoleHandlers } from '../../calls/console-handler.ts';
import { readHoldingsOf } from '../../ledger/statement.ts';
import { verifyAudit } from '../../operators/audit.ts';
import type { AuditVerdict } from '../../operators/audit.ts';
import { backlogOf, waitingCases } from '../../operators/cases.ts';
import { boardOf } from './board.ts';
import type { BoardDeps } from './board.ts';
import { searchCustomers } from './customer-search.ts';
import { holdsOf, openOf, seeCustomer } from './customers-store.ts';
import { linksHandler } from './links.ts';
import { searchLog } from './log-store.ts';
import { morningOf } from './morning.ts';
import { cursorOf, noCursor, pageOf, placeOf, shownOf } from '../../calls/paging.ts';
import { signingInHandlers } from './signing-in.ts';
import type { SigningInDeps } from './signing-in.ts';
import { cursorNumbers, isPlace, placeOfCursor, timelinePage } from './timeline.ts';
import { eventsSql, isCustomer } from './timeline-store.ts';
import { customerView, recordView, secondsOf, secondsOrNull } from './views.ts';

export type DeskDeps = BoardDeps &
  SigningInDeps &
  Pick<Platform, 'worthsOf' | 'vault' | 'wallNow' | 'marketNow'> &
  Pick<Gathered, 'timelineItems' | 'timelineEvents'> & {
    readonly config: Pick<Platform['config'], 'origin' | 'publicOrigins' | 'port'>;
  };

type Reading = 'GET dashboard' | 'GET morning' | 'GET cases' | 'GET audit' | 'GET audit_check';
type Customers = 'GET customers' | 'GET customer' | 'GET links' | 'GET timeline';
type Signing = keyof ReturnType<typeof signingInHandlers>;

export function deskConsoleHandlers(deps: DeskDeps): Pick<ConsoleHandlers, Reading | Customers | Signing> {
  return { ...signingInHandlers(deps), ...readingHandlers(deps), ...customersHandlers(deps) };
}

function readingHandlers(deps: DeskDeps): Pick<ConsoleHandlers, Reading> {
  const { pool, cases, now } = deps;
  const check = sharedCheck(() => verifyAudit(pool));
  return {
    'GET dashboard': async () => ok(await boardOf(deps)),
    'GET morning': async ({ from }) => ok(await morningOf(deps, from * 1000)),

    'GET cases': async ({ kind, overdue, cursor, limit }) => {
      const place = placeOf(cursor, 3);
      if (place === null) return noCursor;
      const [sinceMs = 0n, book = 0n, id = 0n] = place ?? [];
      const sources = cases.filter((source) => kind === undefined || source.kind === kind);
      const nowMs = now();
      const overdueOnly = overdue === 'true';
      const shown = shownOf(limit);
      const after = place === undefined ? undefined : { sinceMs, book, id };
      const [found, backlogs] = await Promise.all([
        waitingCases(pool, sources, { after, limit: shown + 1, nowMs, overdueOnly }),
        Promise.all(sources.map((source) => backlogOf(pool, source, nowMs))),
      ]);
      const { rows, next } = pageOf(found, {
        shown,
        place: (last) => cursorOf(last.sinceMs, last.book, last.id),
      });
      const total = backlogs.reduce((sum, { count, overdue: late }) => sum + (overdueOnly ? late : count), 0);
      return ok({ items: rows.map(({ view }) => view), next, total });
    },

    'GET audit': async ({ operator, customer, action, cursor, limit }) => {
      const place = placeOf(cursor, 1);
      if (place === null) return noCursor;
      const shown = shownOf(limit);
      const found = await searchLog(pool, {
        ...{ operator, customer, action },
        below: place?.[0],
        limit: shown + 1,
      });
      const { rows, next } = pageOf(found, { shown, place: (last) => cursorOf(last.seq) });
      return ok({ items: rows.map(recordView), next });
    },

    'GET audit_check': async () => {
      const { records, head, violation } = await check();
      return ok({ records: Number(records), head, fault: violation ?? null });
    },
  };
}

function known(worths: ReadonlyMap<bigint, Worth>, customer: bigint): Worth {
  const worth = worths.get(customer);
  if (worth === undefined) throw new Error(`expected the worth of customer ${customer}, found none`);
  return worth;
}

function customersHandlers(deps: DeskDeps): Pick<ConsoleHandlers, Customers> {
  const { pool, worthsOf } = deps;
  return {
    'GET customers': async ({ cursor, limit, ...wanted }) => {
      const place = placeOf(cursor, 1);
      if (place === null) return noCursor;
      const shown = shownOf(limit);
      const found = await searchCustomers(deps, { ...wanted, below: place?.[0], limit: shown + 1 });
      const { rows, next } = pageOf(found, { shown, place: (last) => cursorOf(last.id) });
      const worths = await worthsOf(rows.map(({ id }) => id));
      const items = rows.map((row) => customerView(row, known(worths, row.id)));
      return ok({ items, next });
    },

    'GET customer': async ({ customer: id }, { operator }) => {
      const customer = BigInt(id);
      const [seen, held, worths, open, holds] = await Promise.all([
        seeCustomer(pool, { customer, person: operator.person }),
        readHoldingsOf(pool, [customer]),
        worthsOf([customer]),
        openOf(pool, customer),
        holdsOf(pool, customer),
      ]);
      if (seen === undefined) return refuse('user_not_found');
      const holdings = held.get(customer) ?? [];
      return ok({
        ...customerView(seen, known(worths, customer)),
        invite_code: seen.inviteCode,
        invited_by: seen.invitedBy === 0n ? null : seen.invitedBy.toString(),
        has_trading_password: seen.hasTradingPassword,
        totp: seen.totp,
        passkeys: seen.passkeys,
        has_bank_card: seen.hasBankCard,
        security_changed_at: secondsOrNull(seen.securityChangedMs),
        devices: seen.devices,
        balances: holdings.map((one) => ({ ...one, amount: formatAmount(one.amount) })),
        holds: holds.map((one) => ({ ...one, amount: formatAmount(one.amount) })),
        open: [...open],
        tied: seen.tied,
        same_device: seen.sameDevice,
      });
    },

    'GET links': linksHandler(deps),
    'GET timeline': timeline(deps),
  };
}

function timeline({
  pool,
  timelineItems: items,
  timelineEvents,
  config,
}: DeskDeps): ConsoleHandlers['GET timeline'] {
  const sql = eventsSql(timelineEvents);
  return async (asked, { operator, served }) => {
    const numbers = placeOf(asked.cursor, 4);
    if (numbers === null || (numbers !== undefined && !isPlace(numbers))) return noCursor;
    const period = periodOf(asked);
    if (!period.ok) return period;
    if (!(await isCustomer(pool, BigInt(asked.customer)))) return refuse('user_not_found');
    const page = await timelinePage(
      { pool, items, eventsSql: sql },
      {
        ...{ asked, period: period.value, limit: shownOf(asked.limit) },
        place: numbers === undefined ? undefined : placeOfCursor(numbers),
        withAddresses: operator.role === 'reviewer' || operator.role === 'admin',
        publicOrigin: publicOriginOf(config, served.origin),
      },
    );
    return ok({
      items: [...page.rows],
      next: page.next === undefined ? null : cursorOf(...cursorNumbers(page.next)),
      searched_to: page.completeToMs === undefined ? null : secondsOf(page.completeToMs),
    });
  };
}

/**
 * The platform's public origin. A demo without a configured one is reached at the customers' port of the host by which the console
 * was called.
 */
function publicOriginOf({ origin, publicOrigins, port }: DeskDeps['config'], console: string): string {
  const named = origin ?? publicOrigins[0];
  if (named !== undefined) return named;
  const reached = new URL(console);
  reached.port = port.toString();
  return reached.origin;
}

/** Runs at most one check of the audit chain at a time; concurrent callers share its result. */
function sharedCheck(check: () => Promise<AuditVerdict>): () => Promise<AuditVerdict> {
  let under: Promise<AuditVerdict> | undefined;
  return () => {
    under ??= check().finally(() => (under = undefined));
    return under;
  };
}
