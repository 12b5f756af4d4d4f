/** How the house stands: what waits and how long, what customers may claim and what is held, and what is at risk. */
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { Link } from '../../kit/links.tsx';
import { Asked, Nothing, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { useRowKeys } from '../../kit/record-list.tsx';
import { grouped, percent } from '../../lib/figures.ts';
import { useAsk } from '../../lib/queries.ts';
import { duration } from '../../lib/times.ts';
import { codeWords, kindWords } from '../../lib/words.ts';

type Dashboard = ConsoleOutput<'GET dashboard'>;

/** With what the operator may still do today, which another feature draws. */
export function DashboardPage({ caps }: { readonly caps: ReactNode }) {
  useRowKeys();
  const asked = useAsk('GET dashboard', {}, { everyMs: 15_000 });
  return (
    <Page title="Dashboard">
      <Asked of={asked}>
        {(dashboard) => (
          <>
            <Breaches breaches={dashboard.breaches} />
            <Waiting waiting={dashboard.waiting} />
            {caps}
            <Box
              sx={{
                display: 'grid',
                gridTemplateColumns: 'repeat(auto-fit, minmax(420px, 1fr))',
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

/** Shown only when something is wrong, above everything else. */
function Breaches({ breaches }: { breaches: Dashboard['breaches'] }) {
  if (breaches.length === 0) return null;
  return (
    <Panel title="The books don’t balance: withdrawals are paused">
      <PlainTable
        label="Ledger breaches"
        columns={[{ head: 'Invariant' }, { head: 'Finding' }, { head: 'Since' }]}
        rows={breaches.map(({ invariant, detail, found_at: at }) => ({
          key: `${invariant} ${detail}`,
          cells: [invariant, detail, <When key="since" at={at} />],
        }))}
      />
    </Panel>
  );
}

function Waiting({ waiting }: { waiting: Dashboard['waiting'] }) {
  return (
    <Panel title="What waits" aside={<Link to="/queue">Open the queue</Link>}>
      <PlainTable
        label="What waits"
        columns={[
          { head: 'Kind' },
          { head: 'Waiting', figures: true },
          { head: 'Overdue', figures: true },
          { head: 'The oldest since' },
          { head: 'Median, 30 days', figures: true },
          { head: 'In time, 30 days', figures: true },
        ]}
        rows={waiting.map((row) => ({
          key: row.kind,
          cells: [
            <Link key="kind" row to={`/queue?kind=${row.kind}`}>
              {kindWords[row.kind]}
            </Link>,
            row.count,
            row.overdue > 0 ? <StateChip key="overdue" state="overdue" says={`${row.overdue} overdue`} /> : 0,
            row.oldest_since === null ? 'Nothing waits' : <When key="oldest" at={row.oldest_since} />,
            row.median_minutes === null ? '–' : duration(row.median_minutes * 60),
            row.in_time_share === null ? '–' : percent(row.in_time_share),
          ],
        }))}
      />
    </Panel>
  );
}

function Currencies({ currencies }: { currencies: Dashboard['currencies'] }) {
  return (
    <Panel title="Claims and custody">
      <PlainTable
        label="Claims and custody"
        columns={[
          { head: 'Currency' },
          { head: 'Customers may claim', figures: true },
          { head: 'Held in custody', figures: true },
          { head: 'The house’s own', figures: true },
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
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
      <Panel title="Halted instruments">
        {risk.halted.length === 0 ? (
          <Nothing>None: every market has fresh prices.</Nothing>
        ) : (
          <Box component="ul" sx={{ m: 0, pl: 2 }}>
            {risk.halted.map((one) => (
              <li key={one.symbol}>
                {one.symbol}
                {one.because !== null && `: ${codeWords(one.because)}`}
              </li>
            ))}
          </Box>
        )}
      </Panel>
      <Panel title="Open positions, USDT at entry">
        {risk.positions.length === 0 ? (
          <Nothing>No position is open.</Nothing>
        ) : (
          <PlainTable
            label="Open positions"
            columns={[
              { head: 'Instrument' },
              { head: 'Long', figures: true },
              { head: 'Short', figures: true },
              { head: 'Positions', figures: true },
            ]}
            rows={risk.positions.map((one) => ({
              key: one.symbol,
              cells: [one.symbol, grouped(one.long_usdt), grouped(one.short_usdt), one.count],
            }))}
          />
        )}
      </Panel>
      <Panel title="Open options, USDT the house may lose">
        {risk.options.length === 0 ? (
          <Nothing>No option runs.</Nothing>
        ) : (
          <PlainTable
            label="Open options"
            columns={[
              { head: 'Instrument' },
              { head: 'At stake', figures: true },
              { head: 'Most allowed', figures: true },
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
