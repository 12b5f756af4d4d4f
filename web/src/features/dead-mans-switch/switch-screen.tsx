/**
 * The customer's dead man's switch: its state and remaining time, and the controls that turn it on, renew it and turn it
 * off.
 */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useMarketSecond } from '../../live/market-seconds.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';

type View = CallOutput<'GET orders/dead_mans_switch'>;

/** In seconds. Programs may choose any other time. */
const TIMES = ['60', '300', '900', '3600', '28800', '86400'] as const;
type Time = (typeof TIMES)[number];
const USUAL: Time = '900';
/** The polling interval, because no event reports that a program has renewed the switch. */
const LOOK_AGAIN_MS = 5000;

const isTime = (seconds: string): seconds is Time => TIMES.some((one) => one === seconds);

/** Formats the remaining time in hours, minutes and seconds, as on a clock. */
function leftText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => part.toString().padStart(2, '0')).join(':');
}

/** Counts down, and refetches the switch's state when its time is up. */
function Left({ firesAt, onOver }: { readonly firesAt: number; readonly onOver: () => void }) {
  const t = useTranslations('deadMansSwitch');
  const now = useMarketSecond();
  const left = now === undefined ? undefined : Math.max(0, Math.ceil(firesAt / 1000 - now));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  if (left === undefined) return <>–</>;
  return <span className="text-lg font-semibold">{isOver ? t('due') : leftText(left)}</span>;
}

function Standing({ view, onOver }: { readonly view: View; readonly onOver: () => void }) {
  const t = useTranslations('deadMansSwitch');
  const format = useFormat();
  const { status, fires_at: firesAt, set_at: setAt } = view;
  return (
    <Section>
      <dl className="px-4 py-2">
        <FactRow name={t('state')} strong>
          {t(`is.${status}`)}
        </FactRow>
        {status === 'armed' && firesAt !== null && (
          <FactRow name={t('in')}>
            <Left firesAt={firesAt} onOver={onOver} />
          </FactRow>
        )}
        {firesAt !== null && (
          <FactRow name={t(status === 'fired' ? 'firedAt' : 'at')}>{format.dateTime(firesAt / 1000)}</FactRow>
        )}
        {setAt !== null && <FactRow name={t('renewed')}>{format.dateTime(setAt / 1000)}</FactRow>}
      </dl>
    </Section>
  );
}

function Setting({ view }: { readonly view: View }) {
  const { toastSuccess } = useApi();
  const t = useTranslations('deadMansSwitch');
  const isOn = view.status === 'armed';
  const before = String(view.seconds);
  const [time, setTime] = useState<Time>(isTime(before) ? before : USUAL);
  const arm = useCommand('POST orders/dead_mans_switch');
  const disarm = useCommand('POST orders/dead_mans_switch');

  async function set(): Promise<void> {
    const answer = await arm.send({ seconds: Number(time) });
    if (answer?.type === 'ok') toastSuccess('saved');
  }
  async function turnOff(): Promise<void> {
    const answer = await disarm.send({ seconds: 0 });
    if (answer?.type === 'ok') toastSuccess('saved');
  }

  return (
    <Section plain className="space-y-3">
      <SelectField
        label={t('after')}
        placeholder={t('after')}
        options={TIMES.map((value) => ({ value, label: t(`time.${value}`) }))}
        value={time}
        onSelect={setTime}
      />
      <Button block needsNetwork busy={arm.busy} onClick={() => void set()}>
        {t(isOn ? 'renew' : 'turnOn')}
      </Button>
      {isOn && (
        <Button block needsNetwork kind="secondary" busy={disarm.busy} onClick={() => void turnOff()}>
          {t('turnOff')}
        </Button>
      )}
    </Section>
  );
}

export function SwitchScreen() {
  const t = useTranslations('deadMansSwitch');
  const signedIn = useSignedIn();
  const query = useCall('GET orders/dead_mans_switch', {}, { enabled: signedIn, everyMs: LOOK_AGAIN_MS });
  const { refetch } = query;
  const [lookAgain] = useState(() => () => void refetch());
  return (
    <Screen onRefresh={refetch}>
      <p className="gutter pt-4">{t('means')}</p>
      <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
        {(view) => (
          <>
            <Standing view={view} onOver={lookAgain} />
            <Setting view={view} />
          </>
        )}
      </Loaded>
      <p className="gutter pt-4 text-sm text-quiet">{t('stays')}</p>
      <p className="gutter pt-2 text-sm text-quiet">{t('programs')}</p>
    </Screen>
  );
}
