/** The fund as anybody may see it, day by day, and whether a payment is behind. */
import { Alert, Box } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { Fact, Facts } from '../../kit/facts.tsx';
import { Link } from '../../kit/links.tsx';
import { Asked, Nothing, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { grouped, money } from '../../lib/figures.ts';
import { useAsk } from '../../lib/queries.ts';
import { localTime } from '../../lib/times.ts';

type Fund = ConsoleOutput<'GET fund'>;

const EVERY_MS = 15_000;

export function FundPage() {
  const asked = useAsk('GET fund', {}, { everyMs: EVERY_MS });
  return (
    <Page title="Fund" actions={<Link to="/fund_orders">Orders of the fund</Link>}>
      <Asked of={asked}>
        {(fund) => (
          <>
            {!fund.open && (
              <Alert severity="warning">
                The strategy’s account did not cover the lower ends of the bands at the last midnight, so
                nothing new begins. A day that covers them opens it again, and nothing else does.
              </Alert>
            )}
            <Box
              sx={{
                display: 'grid',
                gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
                gap: 2,
                alignItems: 'start',
              }}
            >
              <Standing fund={fund} />
              <Rates fund={fund} />
            </Box>
            <Days fund={fund} />
          </>
        )}
      </Asked>
    </Page>
  );
}

function Standing({ fund }: { fund: Fund }) {
  const { currency } = fund;
  return (
    <Panel
      title="Now"
      aside={<StateChip state={fund.open ? 'active' : 'failed'} says={fund.open ? 'Open' : 'Closed'} />}
    >
      <Facts>
        <Fact name="Results are">
          {fund.source === 'simulated' ? 'Simulated' : 'Reported by two operators'}
        </Fact>
        <Fact name="The strategy’s account">{money(fund.balance, currency)}</Fact>
        <Fact name="Set aside for income">{money(fund.reserved, currency)}</Fact>
        <Fact name="Result since 00:00 UTC">{money(fund.result_today, currency)}</Fact>
        <Fact name="Principal in progress">{money(fund.principal, currency)}</Fact>
        <Fact name="Payments behind" mark={fund.unpaid === 0 ? 'good' : 'look'}>
          {fund.unpaid === 0 ? 'None' : fund.unpaid}
          {fund.unpaid_since !== null && <>, the longest due {localTime(fund.unpaid_since)}</>}
        </Fact>
      </Facts>
    </Panel>
  );
}

function Rates({ fund: { days } }: { fund: Fund }) {
  const latest = days[0];
  return (
    <Panel title={latest === undefined ? 'Rates' : `Rates of ${latest.day}`}>
      {latest === undefined ? (
        <Nothing>Nothing is published yet; the first day is at the next 00:00 UTC.</Nothing>
      ) : (
        <PlainTable
          label="Rates"
          columns={[
            { head: 'Tier' },
            { head: 'Terms' },
            { head: 'Principal, over the day', figures: true },
            { head: '% a day', figures: true },
            { head: '% in 365 such days', figures: true },
          ]}
          rows={latest.rates.map((row) => ({
            key: `${row.project_id} ${String(row.terms_version)}`,
            cells: [
              row.project_id,
              row.terms_version,
              grouped(row.principal),
              grouped(row.rate),
              grouped(row.yearly),
            ],
          }))}
        />
      )}
    </Panel>
  );
}

function Days({ fund: { days, currency } }: { fund: Fund }) {
  return (
    <Panel title={`What was published, ${currency}`}>
      {days.length === 0 ? (
        <Nothing>Nothing yet.</Nothing>
      ) : (
        <PlainTable
          label="What was published"
          columns={[
            { head: 'Day, UTC' },
            { head: 'Result', figures: true },
            { head: 'Account before', figures: true },
            { head: 'Upper ends would take', figures: true },
            { head: 'Set aside', figures: true },
            { head: 'Lower ends' },
            { head: 'Published, market’s time' },
          ]}
          rows={days.map((day) => ({
            key: day.day,
            cells: [
              day.day,
              day.result.startsWith('-') ? (
                <StateChip key="result" state="failed" says={grouped(day.result)} />
              ) : (
                grouped(day.result)
              ),
              grouped(day.balance),
              grouped(day.wanted),
              grouped(day.reserved),
              <StateChip
                key="covered"
                state={day.covered ? 'done' : 'failed'}
                says={day.covered ? 'Covered' : 'Not covered'}
              />,
              localTime(day.published_at),
            ],
          }))}
        />
      )}
    </Panel>
  );
}
