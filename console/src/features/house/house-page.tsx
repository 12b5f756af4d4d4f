/** The house accounts, customers' claims, and custody compared with the balances reported by banks and chains. */
import { Box } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useNotify } from 'react-admin';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { DecisionForm } from '../../kit/decision-form.tsx';
import { Asked, Nothing, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When, WhenOr } from '../../kit/when.tsx';
import { useApi } from '../../lib/api.ts';
import { grouped } from '../../lib/figures.ts';
import { useAsk } from '../../lib/queries.ts';
import { useServerClock } from '../../lib/server-clock.ts';
import { fieldOfTime, timeOfField } from '../../lib/times.ts';
import { codeWords } from '../../lib/words.ts';

type House = ConsoleOutput<'GET house'>;

export function HousePage() {
  const t = useSay();
  const asked = useAsk('GET house', {}, { everyMs: 30_000 });
  return (
    <Page title={t('house.title')}>
      <Asked of={asked}>
        {(house) => (
          <>
            <Reconciliation rows={house.reconciliation} />
            <Box
              sx={{
                display: 'grid',
                gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
                gap: 2,
                alignItems: 'start',
              }}
            >
              <Accounts accounts={house.accounts} />
              <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
                <NoteCustody />
                <Statements statements={house.statements} />
              </Box>
            </Box>
          </>
        )}
      </Asked>
    </Page>
  );
}

/**
 * Two tables, because eleven columns of amounts are cut off on a small desktop: one for custody, and one for who owns which part
 * of it.
 */
function Reconciliation({ rows }: { rows: House['reconciliation'] }) {
  const t = useSay();
  return (
    <>
      <Panel title={t('house.reconciliation')}>
        <PlainTable
          label={t('house.reconciliation')}
          columns={[
            { head: t('ui.currency') },
            { head: t('house.custodyBooks'), figures: true },
            { head: t('house.custodyStated'), figures: true },
            { head: t('ui.difference'), figures: true },
            { head: t('ui.asOf') },
          ]}
          rows={rows.map((row) => ({
            key: row.currency,
            cells: [
              row.currency,
              grouped(row.custody),
              row.stated === null ? t('house.notNoted') : grouped(row.stated),
              differenceOf(t, row.difference),
              <WhenOr key="as of" at={row.as_of} otherwise="" />,
            ],
          }))}
        />
      </Panel>
      <Panel title={t('house.division')}>
        <PlainTable
          label={t('house.division')}
          columns={[
            { head: t('ui.currency') },
            { head: t('house.claims'), figures: true },
            { head: t('house.own'), figures: true },
            { head: t('house.openProfits'), figures: true },
            { head: t('house.owed'), figures: true },
            { head: t('ui.setAside'), figures: true },
            { head: t('house.free'), figures: true },
          ]}
          rows={rows.map((row) => ({
            key: row.currency,
            cells: [
              row.currency,
              grouped(row.claims),
              grouped(row.own),
              grouped(row.open_profit),
              owedOf(t, row.owed),
              grouped(row.set_aside),
              freeOf(row.free),
            ],
          }))}
        />
      </Panel>
    </>
  );
}

/** Money that the house owes to customers is shown more prominently than other figures. */
function owedOf(t: Say, owed: string) {
  return owed === '0' ? t('ui.none') : <StateChip state="failed" says={grouped(owed)} />;
}

function freeOf(free: string) {
  return free.startsWith('-') ? <StateChip state="failed" says={grouped(free)} /> : grouped(free);
}

function differenceOf(t: Say, difference: string | null) {
  if (difference === null) return '';
  return /^-?0(\.0+)?$/.test(difference) ? (
    <StateChip state="done" says={t('ui.none')} />
  ) : (
    <StateChip state="failed" says={grouped(difference)} />
  );
}

function Accounts({ accounts }: { accounts: House['accounts'] }) {
  const t = useSay();
  return (
    <Panel title={t('house.accounts')}>
      <PlainTable
        label={t('house.accounts')}
        columns={[
          { head: t('ui.account') },
          { head: t('ui.currency') },
          { head: t('ui.amount'), figures: true },
        ]}
        rows={accounts.map((row) => ({
          key: `${row.account} ${row.currency}`,
          cells: [codeWords(t, 'account', row.account), row.currency, grouped(row.amount)],
        }))}
      />
    </Panel>
  );
}

function NoteCustody() {
  const { serverSeconds } = useServerClock();
  const { call } = useApi();
  const t = useSay();
  const notify = useNotify();
  return (
    <Panel title={t('house.note')}>
      <DecisionForm
        focus={false}
        decision={{
          name: 'custody-note',
          title: t('house.statement'),
          says: t('house.noteSays'),
          fields: [
            { name: 'source', label: t('house.source'), kind: 'line', needed: true },
            { name: 'currency', label: t('ui.currency'), kind: 'line', needed: true, initial: 'USDT' },
            { name: 'amount', label: t('house.amountHeld'), kind: 'amount', needed: true },
            {
              name: 'as_of',
              label: t('ui.asOf'),
              kind: 'time',
              needed: true,
              initial: fieldOfTime(serverSeconds()),
            },
            { name: 'evidence', label: t('house.evidence'), kind: 'line' },
          ],
          sendLabel: t('house.noteSend'),
          send: (values) =>
            call('POST custody_note', {
              source: (values['source'] ?? '').trim(),
              currency: (values['currency'] ?? '').trim().toUpperCase(),
              amount: (values['amount'] ?? '').trim(),
              as_of: timeOfField(values['as_of'] ?? '') ?? '',
              ...((values['evidence'] ?? '').trim() !== '' && {
                evidence: (values['evidence'] ?? '').trim(),
              }),
            }),
        }}
        onDone={() => {
          notify(t('house.noted'), { type: 'success' });
        }}
      />
    </Panel>
  );
}

function Statements({ statements }: { statements: House['statements'] }) {
  const t = useSay();
  return (
    <Panel title={t('house.statements')}>
      {statements.length === 0 ? (
        <Nothing>{t('house.noStatements')}</Nothing>
      ) : (
        <PlainTable
          label={t('house.statements')}
          columns={[
            { head: t('house.sourceColumn') },
            { head: t('ui.currency') },
            { head: t('ui.amount'), figures: true },
            { head: t('ui.asOf') },
            { head: t('house.notedBy') },
          ]}
          rows={statements.map((row) => ({
            key: `${row.source} ${row.currency} ${String(row.as_of)}`,
            cells: [
              row.source,
              row.currency,
              grouped(row.amount),
              <When key="as of" at={row.as_of} />,
              row.noted_by,
            ],
          }))}
        />
      )}
    </Panel>
  );
}
