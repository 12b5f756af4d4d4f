/** The house's own accounts, what customers may claim, and custody held against what banks and chains say. */
import { Box } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useNotify } from 'react-admin';
import { DecisionForm } from '../../kit/decision-form.tsx';
import { Asked, Nothing, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When, WhenOr } from '../../kit/when.tsx';
import { call } from '../../lib/api.ts';
import { grouped } from '../../lib/figures.ts';
import { useAsk } from '../../lib/queries.ts';
import { serverSeconds } from '../../lib/server-clock.ts';
import { fieldOfTime, timeOfField } from '../../lib/times.ts';
import { codeWords } from '../../lib/words.ts';

type House = ConsoleOutput<'GET house'>;

export function HousePage() {
  const asked = useAsk('GET house', {}, { everyMs: 30_000 });
  return (
    <Page title="House">
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

function Reconciliation({ rows }: { rows: House['reconciliation'] }) {
  return (
    <Panel title="Reconciliation">
      <PlainTable
        label="Reconciliation"
        columns={[
          { head: 'Currency' },
          { head: 'Customers may claim', figures: true },
          { head: 'The house’s own', figures: true },
          { head: 'Open profits', figures: true },
          { head: 'Owed', figures: true },
          { head: 'Set aside', figures: true },
          { head: 'Free', figures: true },
          { head: 'Custody, our books', figures: true },
          { head: 'Custody, as stated', figures: true },
          { head: 'Difference', figures: true },
          { head: 'As of' },
        ]}
        rows={rows.map((row) => ({
          key: row.currency,
          cells: [
            row.currency,
            grouped(row.claims),
            grouped(row.own),
            grouped(row.open_profit),
            owedOf(row.owed),
            grouped(row.set_aside),
            freeOf(row.free),
            grouped(row.custody),
            row.stated === null ? 'Not noted' : grouped(row.stated),
            differenceOf(row.difference),
            <WhenOr key="as of" at={row.as_of} otherwise="" />,
          ],
        }))}
      />
    </Panel>
  );
}

/** Money that customers wait for is told louder than any figure. */
function owedOf(owed: string) {
  return owed === '0' ? 'None' : <StateChip state="failed" says={grouped(owed)} />;
}

function freeOf(free: string) {
  return free.startsWith('-') ? <StateChip state="failed" says={grouped(free)} /> : grouped(free);
}

function differenceOf(difference: string | null) {
  if (difference === null) return '';
  return /^-?0(\.0+)?$/.test(difference) ? (
    <StateChip state="done" says="None" />
  ) : (
    <StateChip state="failed" says={grouped(difference)} />
  );
}

function Accounts({ accounts }: { accounts: House['accounts'] }) {
  return (
    <Panel title="Accounts of the house">
      <PlainTable
        label="Accounts of the house"
        columns={[{ head: 'Account' }, { head: 'Currency' }, { head: 'Amount', figures: true }]}
        rows={accounts.map((row) => ({
          key: `${row.account} ${row.currency}`,
          cells: [codeWords(row.account), row.currency, grouped(row.amount)],
        }))}
      />
    </Panel>
  );
}

function NoteCustody() {
  const notify = useNotify();
  return (
    <Panel title="Note what a bank or a chain says">
      <DecisionForm
        focus={false}
        decision={{
          name: 'custody-note',
          title: 'A statement',
          says: 'Moves no money: it is what the books are held against.',
          fields: [
            { name: 'source', label: 'Bank or wallet', kind: 'line', needed: true },
            { name: 'currency', label: 'Currency', kind: 'line', needed: true, initial: 'USDT' },
            { name: 'amount', label: 'Amount held', kind: 'amount', needed: true },
            {
              name: 'as_of',
              label: 'As of',
              kind: 'time',
              needed: true,
              initial: fieldOfTime(serverSeconds()),
            },
          ],
          sendLabel: 'Note it',
          send: (values) =>
            call('POST custody_note', {
              source: (values['source'] ?? '').trim(),
              currency: (values['currency'] ?? '').trim().toUpperCase(),
              amount: (values['amount'] ?? '').trim(),
              as_of: timeOfField(values['as_of'] ?? '') ?? '',
            }),
        }}
        onDone={() => {
          notify('Noted.', { type: 'success' });
        }}
      />
    </Panel>
  );
}

function Statements({ statements }: { statements: House['statements'] }) {
  return (
    <Panel title="Statements noted">
      {statements.length === 0 ? (
        <Nothing>None yet.</Nothing>
      ) : (
        <PlainTable
          label="Statements noted"
          columns={[
            { head: 'Source' },
            { head: 'Currency' },
            { head: 'Amount', figures: true },
            { head: 'As of' },
            { head: 'Noted by' },
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
