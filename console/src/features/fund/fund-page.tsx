/** The fund's published figures by day, and overdue payments. */
import { Alert, Box } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useSay } from '../../i18n/say.ts';
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
  const t = useSay();
  const asked = useAsk('GET fund', {}, { everyMs: EVERY_MS });
  return (
    <Page title={t('fund.title')} actions={<Link to="/fund_orders">{t('fund.orders')}</Link>}>
      <Asked of={asked}>
        {(fund) => (
          <>
            {!fund.open && <Alert severity="warning">{t('fund.closedNote')}</Alert>}
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
  const t = useSay();
  const { currency } = fund;
  return (
    <Panel
      title={t('fund.now')}
      aside={
        <StateChip
          state={fund.open ? 'active' : 'failed'}
          says={t(fund.open ? 'fund.isOpen' : 'fund.isClosed')}
        />
      }
    >
      <Facts>
        <Fact name={t('fund.results')}>
          {fund.source === 'simulated' ? t('fund.simulated') : t('fund.reported')}
        </Fact>
        <Fact name={t('fund.strategyAccount')}>{money(fund.balance, currency)}</Fact>
        <Fact name={t('fund.reserved')}>{money(fund.reserved, currency)}</Fact>
        <Fact name={t('fund.resultToday')}>{money(fund.result_today, currency)}</Fact>
        <Fact name={t('fund.principal')}>{money(fund.principal, currency)}</Fact>
        <Fact name={t('fund.behind')} mark={fund.unpaid === 0 ? 'good' : 'look'}>
          {fund.unpaid_since === null
            ? fund.unpaid || t('ui.none')
            : t('fund.behindSince', { count: fund.unpaid, time: localTime(fund.unpaid_since) })}
        </Fact>
      </Facts>
    </Panel>
  );
}

function Rates({ fund: { days } }: { fund: Fund }) {
  const t = useSay();
  const latest = days[0];
  return (
    <Panel title={latest === undefined ? t('fund.rates') : t('fund.ratesOf', { day: latest.day })}>
      {latest === undefined ? (
        <Nothing>{t('fund.noRates')}</Nothing>
      ) : (
        <PlainTable
          label={t('fund.rates')}
          columns={[
            { head: t('ui.tier') },
            { head: t('fund.terms') },
            { head: t('fund.principalDay'), figures: true },
            { head: t('fund.percentDay'), figures: true },
            { head: t('fund.percentYear'), figures: true },
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
  const t = useSay();
  return (
    <Panel title={t('fund.published', { currency })}>
      {days.length === 0 ? (
        <Nothing>{t('fund.nothingPublished')}</Nothing>
      ) : (
        <PlainTable
          label={t('fund.publishedTable')}
          columns={[
            { head: t('fund.day') },
            { head: t('fund.result'), figures: true },
            { head: t('fund.accountBefore'), figures: true },
            { head: t('fund.upperEnds'), figures: true },
            { head: t('ui.setAside'), figures: true },
            { head: t('fund.lowerEnds') },
            { head: t('fund.publishedAt') },
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
                says={day.covered ? t('fund.covered') : t('fund.notCovered')}
              />,
              localTime(day.published_at),
            ],
          }))}
        />
      )}
    </Panel>
  );
}
