/** The published terms with all past, current and future versions, and the form to propose new ones. */
import { Box, Button, TextField } from '@mui/material';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { useState } from 'react';
import { useNavigate, useNotify } from 'react-admin';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { DecisionForm } from '../../kit/decision-form.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import type { DecisionField } from '../../kit/decision-fields.tsx';
import { useConsoleKeys } from '../../kit/keyboard.tsx';
import { Asked, Nothing, Page, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { useApi } from '../../lib/api.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { grouped } from '../../lib/figures.ts';
import { mayCall } from '../../lib/roles.ts';
import { useServerClock } from '../../lib/server-clock.ts';
import { fieldOfTime, localTime, timeOfField } from '../../lib/times.ts';
import { codeWords } from '../../lib/words.ts';
import { figureHint } from './figure-hint.ts';

type Subject = ConsoleOutput<'GET terms'>[number];
type Version = Subject['versions'][number];

/** The default time in seconds until new terms take effect, which gives the second approver time to read them. */
const AHEAD_SECONDS = 2 * 3600;
/**
 * The default time for terms that bind customers for days. It is longer, because such terms must be published a day in
 * advance, after the second approval.
 */
const NOTICED_AHEAD_SECONDS = 48 * 3600;
const isNoticed = (subject: string): boolean => /^(fund:\d+|loan)$/.test(subject);

export function TermsPage() {
  const t = useSay();
  const asked = useAsk('GET terms', {});
  const [chosen, setChosen] = useState<Subject>();
  const [search, setSearch] = useState('');
  const operator = useOperator();
  const mayPropose = operator !== undefined && mayCall(operator.role, 'POST propose');
  useConsoleKeys({
    search: () => document.querySelector<HTMLElement>('[data-filters] input')?.focus(),
    ...(chosen === undefined ? {} : { back: () => setChosen(undefined) }),
  });
  return (
    <Page title={t('terms.title')}>
      {chosen !== undefined && <Propose subject={chosen} onEnd={() => setChosen(undefined)} />}
      <Box data-filters>
        <TextField
          label={t('terms.find')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      </Box>
      <Asked of={asked}>
        {(subjects) => {
          const found = subjects.filter(({ subject }) =>
            subject.toLowerCase().includes(search.trim().toLowerCase()),
          );
          if (found.length === 0) return <Nothing>{t('terms.notFound')}</Nothing>;
          return (
            <Panel title={t('terms.current')}>
              <PlainTable
                label={t('terms.current')}
                columns={[
                  { head: t('ui.subject') },
                  { head: t('terms.now') },
                  { head: t('ui.version') },
                  { head: t('terms.coming') },
                  { head: t('ui.propose') },
                ]}
                rows={found.map((subject) => ({
                  key: subject.subject,
                  cells: [
                    subject.subject,
                    figures(
                      t,
                      subject.versions.find(({ current }) => current),
                    ),
                    <Past key="past" versions={subject.versions} />,
                    <Coming key="coming" versions={subject.versions} />,
                    mayPropose && (
                      <Button
                        key="propose"
                        aria-label={t('terms.proposeOf', { subject: subject.subject })}
                        onClick={() => setChosen(subject)}
                      >
                        {t('terms.proposeNew')}
                      </Button>
                    ),
                  ],
                }))}
              />
            </Panel>
          );
        }}
      </Asked>
    </Page>
  );
}

function figures(t: Say, version: Version | undefined): string {
  if (version === undefined) return t('terms.nothingCounts');
  return Object.entries(version.body)
    .map(([name, value]) =>
      t('terms.figure', {
        name: codeWords(t, 'figure', name),
        value: typeof value === 'boolean' ? t(value ? 'terms.isYes' : 'terms.isNo') : figure(value),
      }),
    )
    .join(' · ');
}

/** Limits are shown with digit grouping, rates and seconds as entered. */
function figure(value: string): string {
  return /^\d{4,}(\.\d+)?$/.test(value) ? grouped(value) : value;
}

function Past({ versions }: { versions: readonly Version[] }) {
  const t = useSay();
  const at = versions.findIndex(({ current }) => current);
  const now = versions[at];
  const before = versions.slice(0, Math.max(0, at));
  return (
    <>
      {now !== undefined &&
        (now.effective_at > 0
          ? t('terms.since', { version: now.version, time: localTime(now.effective_at) })
          : now.version)}
      {before.length > 0 && (
        <details>
          <summary>{t('terms.earlier', { count: before.length })}</summary>
          {before.map((version) => (
            <div key={version.version}>
              {t('terms.versionSays', { version: version.version, figures: figures(t, version) })}
            </div>
          ))}
        </details>
      )}
    </>
  );
}

function Coming({ versions }: { versions: readonly Version[] }) {
  const t = useSay();
  const at = versions.findIndex(({ current }) => current);
  return versions.slice(at + 1).map((version) => (
    <div key={version.version}>
      <StateChip state="waiting" says={t('ui.versionNumber', { version: version.version })} />{' '}
      {t('terms.from', { time: localTime(version.effective_at), figures: figures(t, version) })}
    </div>
  ));
}

function Propose({ subject, onEnd }: { subject: Subject; onEnd: () => void }) {
  const { serverSeconds } = useServerClock();
  const { call } = useApi();
  const t = useSay();
  const notify = useNotify();
  const navigate = useNavigate();
  const newest = subject.versions.at(-1);
  const now = subject.versions.find(({ current }) => current);
  const noticed = isNoticed(subject.subject);
  const fields = Object.entries(newest?.body ?? {}).map(([name, value]): DecisionField => ({
    name: `figure ${name}`,
    label: codeWords(t, 'figure', name),
    kind: typeof value === 'boolean' ? 'choice' : 'amount',
    needed: true,
    initial: typeof value === 'boolean' ? String(value) : value,
    hint: figureHint(t, name, now?.body[name]),
    ...(typeof value === 'boolean' && {
      options: [
        { value: 'true', says: t('ui.yes') },
        { value: 'false', says: t('ui.no') },
      ],
    }),
  }));
  const decision: Decision = {
    name: `terms-${subject.subject}`,
    title: t('terms.newTerms', { subject: subject.subject }),
    says: t('terms.proposeSays'),
    fields: [
      ...fields,
      {
        name: 'effective_at',
        label: t('terms.countFrom'),
        kind: 'time',
        needed: true,
        initial: fieldOfTime(serverSeconds() + (noticed ? NOTICED_AHEAD_SECONDS : AHEAD_SECONDS)),
        hint: noticed ? t('terms.noticedHint') : t('terms.soonHint'),
      },
      { name: 'reason', label: t('ui.reason'), kind: 'text', needed: true },
    ],
    sendLabel: t('ui.propose'),
    send: (values) =>
      call('POST propose', {
        reason: (values['reason'] ?? '').trim(),
        proposal: {
          kind: 'terms',
          subject: subject.subject,
          effective_at: timeOfField(values['effective_at'] ?? '') ?? '',
          body: Object.fromEntries(
            Object.entries(newest?.body ?? {}).map(([name, value]) => {
              const written = (values[`figure ${name}`] ?? '').trim();
              return [name, typeof value === 'boolean' ? written === 'true' : written];
            }),
          ),
        },
      }),
  };
  return (
    <Panel title={t('terms.proposal')}>
      <DecisionForm
        decision={decision}
        onCancel={onEnd}
        onDone={() => {
          notify(t('ui.proposed'), { type: 'success' });
          onEnd();
          navigate('/proposals');
        }}
      />
    </Panel>
  );
}
