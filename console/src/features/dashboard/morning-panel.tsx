/** The morning view: what waits, what is unusual, and what operators decided since the evening before. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { Link } from '../../kit/links.tsx';
import { Asked, Nothing, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { nameOfCase } from '../../lib/case-names.ts';
import { money } from '../../lib/figures.ts';
import { useAsk } from '../../lib/queries.ts';
import { useServerSeconds } from '../../lib/server-clock.ts';
import { localTime } from '../../lib/times.ts';
import { codeWords } from '../../lib/words.ts';
import { eveningBefore } from './evening.ts';

type Morning = ConsoleOutput<'GET morning'>;
type Unusual = Morning['unusual'][number];

export function MorningPanel() {
  const t = useSay();
  const from = eveningBefore(useServerSeconds());
  const asked = useAsk('GET morning', { from }, { everyMs: 15_000 });
  return (
    <Panel
      title={t('dashboard.morning')}
      aside={
        asked.data !== undefined && (
          <Typography component="span" sx={{ color: 'text.secondary' }}>
            {t('dashboard.since', { time: localTime(asked.data.since) })}
          </Typography>
        )
      }
    >
      <Asked of={asked}>
        {({ waiting, unusual, decided, more }) => (
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: 'repeat(auto-fit, minmax(min(420px, 100%), 1fr))',
              gap: 2,
              alignItems: 'start',
            }}
          >
            <Part title={t('dashboard.waits')} nothing={t('dashboard.nothingWaits')} rows={waiting.length}>
              <Waits waiting={waiting} />
            </Part>
            <Part
              title={t('dashboard.unusual')}
              nothing={t('dashboard.nothingUnusual')}
              rows={unusual.length}
            >
              <UnusualTable unusual={unusual} />
            </Part>
            <Part
              isWide
              title={t('dashboard.decided')}
              nothing={t('dashboard.nothingDecided')}
              rows={decided.length}
            >
              <Decided decided={decided} />
              {more && <Link to="/audit">{t('dashboard.moreDecided')}</Link>}
            </Part>
          </Box>
        )}
      </Asked>
    </Panel>
  );
}

function Part({
  title,
  nothing,
  rows,
  isWide,
  children,
}: {
  title: string;
  isWide?: boolean;
  nothing: string;
  rows: number;
  children: ReactNode;
}) {
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{ minWidth: 0, gridColumn: isWide === true ? '1 / -1' : 'auto' }}
    >
      <Typography component="h3" sx={{ fontSize: 13, fontWeight: 650, color: 'text.secondary' }}>
        {title}
      </Typography>
      {rows === 0 ? <Nothing>{nothing}</Nothing> : children}
    </Box>
  );
}

function Waits({ waiting }: { waiting: Morning['waiting'] }) {
  const t = useSay();
  return (
    <PlainTable
      label={t('dashboard.waits')}
      columns={[
        { head: t('dashboard.kind') },
        { head: t('dashboard.count'), figures: true },
        { head: t('dashboard.oldest') },
      ]}
      rows={waiting.map(({ kind, count, overdue, oldest_since: oldest }) => ({
        key: kind,
        cells: [
          <Link key="kind" row to={`/queue?kind=${kind}`}>
            {t(`codes.case.${kind}`)}
          </Link>,
          count,
          <Box key="oldest" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
            {oldest !== null && <When at={oldest} />}
            {overdue > 0 && (
              <StateChip state="overdue" says={t('dashboard.overdueCount', { count: overdue })} />
            )}
          </Box>,
        ],
      }))}
    />
  );
}

function UnusualTable({ unusual }: { unusual: Morning['unusual'] }) {
  const t = useSay();
  return (
    <PlainTable
      label={t('dashboard.unusual')}
      columns={[{ head: t('dashboard.finding') }, { head: t('ui.when') }]}
      rows={unusual.map((one) => ({
        key: `${one.kind} ${one.what} ${one.at} ${one.detail}`,
        cells: [
          <Box key="finding" sx={{ overflowWrap: 'anywhere' }}>
            <StateChip state={lasts(one) ? 'failed' : 'held'} says={t(`dashboard.unusualKind.${one.kind}`)} />{' '}
            {findingOf(t, one)}
          </Box>,
          <Box key="when" sx={{ minWidth: 130 }}>
            <When at={one.at} />
            {one.until !== null && one.kind !== 'large_withdrawal' && (
              <Box sx={{ color: 'text.secondary' }}>
                {t('dashboard.until', { time: localTime(one.until) })}
              </Box>
            )}
          </Box>,
        ],
      }))}
    />
  );
}

/** A withdrawal that waits is in order, and void options are over. */
const lasts = ({ kind, until }: Unusual): boolean =>
  until === null && kind !== 'large_withdrawal' && kind !== 'voids';

function findingOf(t: Say, { kind, what, detail, customer, count, amount, currency }: Unusual): ReactNode {
  const worth = amount === null || currency === null ? '' : money(amount, currency);
  switch (kind) {
    case 'freeze':
      return what === 'silence' ? t('dashboard.frozenBySilence') : what;
    case 'guard_silent':
      return t('dashboard.guardSilent');
    case 'breach':
      return t('dashboard.broken', { invariant: what, detail: detail ?? '' });
    case 'silent':
      return what;
    case 'halt':
      return detail === null
        ? t('dashboard.halts', { symbol: what, count: count ?? 0 })
        : t('dashboard.haltLasts', { symbol: what, count: count ?? 0, reason: codeWords(t, 'halt', detail) });
    case 'voids':
      return t('dashboard.voids', { symbol: what, count: count ?? 0, stakes: worth });
    case 'large_withdrawal':
      return (
        <>
          <Link to={`/cases/${nameOfCase({ kind: 'withdrawal', customer: customer ?? '0', id: what })}`}>
            {worth}
          </Link>{' '}
          <StateChip of="withdrawal" state={detail ?? ''} />
        </>
      );
  }
}

function Decided({ decided }: { decided: Morning['decided'] }) {
  const t = useSay();
  return (
    <PlainTable
      label={t('dashboard.decided')}
      columns={[
        { head: t('ui.operator') },
        { head: t('dashboard.decision') },
        { head: t('dashboard.times'), figures: true },
        { head: t('dashboard.newest') },
      ]}
      rows={decided.map(({ operator, role, action, count, newest_at: newest }) => ({
        key: `${operator} ${role} ${action}`,
        cells: [
          t('dashboard.who', { operator, role: t(`codes.role.${role}`) }),
          <Link key="action" to={`/audit?filter=${encodeURIComponent(JSON.stringify({ operator, action }))}`}>
            {codeWords(t, 'event', action)}
          </Link>,
          count,
          <When key="newest" at={newest} />,
        ],
      }))}
    />
  );
}
