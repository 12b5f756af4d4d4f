/** The morning view and the state of the platform: the number and age of waiting cases, customers' claims and custody, and risks. */
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useSay } from '../../i18n/say.ts';
import { Link } from '../../kit/links.tsx';
import { Asked, Nothing, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { useRowKeys } from '../../kit/record-list.tsx';
import { grouped, percent } from '../../lib/figures.ts';
import { useAsk } from '../../lib/queries.ts';
import { duration } from '../../lib/times.ts';
import { codeWords } from '../../lib/words.ts';
import { MorningPanel } from './morning-panel.tsx';

type Dashboard = ConsoleOutput<'GET dashboard'>;

/** `caps` is the panel of the operator's remaining daily limits, which belongs to a different feature. */
export function DashboardPage({ caps }: { readonly caps: ReactNode }) {
  const t = useSay();
  useRowKeys();
  const asked = useAsk('GET dashboard', {}, { everyMs: 15_000 });
  return (
    <Page title={t('dashboard.title')}>
      <Asked of={asked}>
        {(dashboard) => (
          <>
            <Breaches breaches={dashboard.breaches} />
            <MorningPanel />
            <Waiting waiting={dashboard.waiting} />
            {caps}
            <Box
              sx={{
                display: 'grid',
                gridTemplateColumns: 'repeat(auto-fit, minmax(min(420px, 100%), 1fr))',
                gap: 2,
                alignItems: 'start',
              }}
            >
              <Currencies currencies={dashboard.currencies} />
              <Risk risk={dashboard.risk} />
            </Box>
          </>
        )}
      </Asked>
    </Page>
  );
}

/** Warnings, shown at the top of the page if there are any. */
function Breaches({ breaches }: { breaches: Dashboard['breaches'] }) {
  const t = useSay();
  if (breaches.length === 0) return null;
  return (
    <Panel title={t('dashboard.breaches')}>
      <PlainTable
        label={t('dashboard.breachesTable')}
        columns={[
          { head: t('dashboard.invariant') },
          { head: t('dashboard.finding') },
          { head: t('ui.since') },
        ]}
        rows={breaches.map(({ invariant, detail, found_at: at }) => ({
          key: `${invariant} ${detail}`,
          cells: [invariant, detail, <When key="since" at={at} />],
        }))}
      />
    </Panel>
  );
}

function Waiting({ waiting }: { waiting: Dashboard['waiting'] }) {
  const t = useSay();
  return (
    <Panel title={t('dashboard.waiting')} aside={<Link to="/queue">{t('dashboard.openQueue')}</Link>}>
      <PlainTable
        label={t('dashboard.waiting')}
        columns={[
          { head: t('dashboard.kind') },
          { head: t('dashboard.count'), figures: true },
          { head: t('dashboard.overdue'), figures: true },
          { head: t('dashboard.oldest') },
          { head: t('dashboard.median'), figures: true },
          { head: t('dashboard.inTime'), figures: true },
        ]}
        rows={waiting.map((row) => ({
          key: row.kind,
          cells: [
            <Link key="kind" row to={`/queue?kind=${row.kind}`}>
              {t(`codes.case.${row.kind}`)}
            </Link>,
            row.count,
            row.overdue > 0 ? (
              <StateChip
                key="overdue"
                state="overdue"
                says={t('dashboard.overdueCount', { count: row.overdue })}
              />
            ) : (
              0
            ),
            row.oldest_since === null ? (
              t('dashboard.nothingWaits')
            ) : (
              <When key="oldest" at={row.oldest_since} />
            ),
            row.median_minutes === null ? '–' : duration(t, row.median_minutes * 60),
            row.in_time_share === null ? '–' : percent(row.in_time_share),
          ],
        }))}
      />
    </Panel>
  );
}

function Currencies({ currencies }: { currencies: Dashboard['currencies'] }) {
  const t = useSay();
  return (
    <Panel title={t('dashboard.custody')}>
      <PlainTable
        label={t('dashboard.custody')}
        columns={[
          { head: t('ui.currency') },
          { head: t('dashboard.claims'), figures: true },
          { head: t('dashboard.held'), figures: true },
          { head: t('dashboard.own'), figures: true },
        ]}
        rows={currencies.map((row) => ({
          key: row.currency,
          cells: [
            row.currency,
            grouped(row.claims),
            grouped(row.custody),
            row.own.startsWith('-') ? (
              <StateChip key="own" state="failed" says={grouped(row.own)} />
            ) : (
              grouped(row.own)
            ),
          ],
        }))}
      />
    </Panel>
  );
}

function Risk({ risk }: { risk: Dashboard['risk'] }) {
  const t = useSay();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      <Halted halted={risk.halted} />
      <Panel title={t('dashboard.positions')}>
        {risk.positions.length === 0 ? (
          <Nothing>{t('dashboard.noPositions')}</Nothing>
        ) : (
          <PlainTable
            label={t('dashboard.positionsTable')}
            columns={[
              { head: t('ui.instrument') },
              { head: t('dashboard.long'), figures: true },
              { head: t('dashboard.short'), figures: true },
              { head: t('dashboard.positionCount'), figures: true },
            ]}
            rows={risk.positions.map((one) => ({
              key: one.symbol,
              cells: [one.symbol, grouped(one.long_usdt), grouped(one.short_usdt), one.count],
            }))}
          />
        )}
      </Panel>
      <Panel title={t('dashboard.options')}>
        {risk.options.length === 0 ? (
          <Nothing>{t('dashboard.noOptions')}</Nothing>
        ) : (
          <PlainTable
            label={t('dashboard.optionsTable')}
            columns={[
              { head: t('ui.instrument') },
              { head: t('dashboard.atStake'), figures: true },
              { head: t('dashboard.mostAllowed'), figures: true },
            ]}
            rows={risk.options.map((one) => ({
              key: one.symbol,
              cells: [one.symbol, grouped(one.at_stake_usdt), grouped(one.max_usdt)],
            }))}
          />
        )}
      </Panel>
    </Box>
  );
}

function Halted({ halted }: { halted: Dashboard['risk']['halted'] }) {
  const t = useSay();
  return (
    <Panel title={t('dashboard.halted')}>
      {halted.length === 0 ? (
        <Nothing>{t('dashboard.noneHalted')}</Nothing>
      ) : (
        <Box component="ul" sx={{ m: 0, pl: 2 }}>
          {halted.map((one) => (
            <li key={one.symbol}>
              {one.because === null
                ? one.symbol
                : t('dashboard.haltedBecause', {
                    symbol: one.symbol,
                    reason: codeWords(t, 'halt', one.because),
                  })}
            </li>
          ))}
        </Box>
      )}
    </Panel>
  );
}
