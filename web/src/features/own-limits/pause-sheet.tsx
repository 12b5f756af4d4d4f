/** The choice of a pause's length, followed by a confirmation because a pause can't be undone. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useCommand } from '../../lib/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { ChipChoice } from '../../ui/chip-choice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { DAY_MS } from '@candor/domain/time.ts';
import { houseNow } from '../../lib/house-clock.ts';

export type PauseKind = 'time_out' | 'self_exclusion';

/** The lengths: days for a time-out, months for a self-exclusion. */
const choices = { time_out: [1, 3, 7, 14, 28, 42], self_exclusion: [6, 12, 24, 60] } as const;

/** Computes the approximate end of a pause that starts now, in seconds. The server determines the exact end. */
function untilSeconds(kind: PauseKind, length: number, nowMs: number): number {
  if (kind === 'time_out') return Math.floor((nowMs + length * DAY_MS) / 1000);
  const end = new Date(nowMs);
  end.setUTCMonth(end.getUTCMonth() + length);
  return Math.floor(end.getTime() / 1000);
}

export type PauseSheetProps = {
  readonly kind: PauseKind;
  readonly open: boolean;
  readonly onClose: () => void;
};

export function PauseSheet({ kind, open, onClose }: PauseSheetProps) {
  const { toastSuccess } = useApi();
  const t = useTranslations('limits.pause');
  const format = useFormat();
  const [length, setLength] = useState<number>(choices[kind][0]);
  const [looksAgain, setLooksAgain] = useState(false);
  const timeOut = useCommand('POST user/time_out');
  const exclusion = useCommand('POST user/self_exclude');
  // The time at which the sheet was opened, which is precise enough for the displayed end.
  const [nowMs] = useState(() => houseNow());
  const until = format.moment(untilSeconds(kind, length, nowMs));

  function close(): void {
    setLooksAgain(false);
    onClose();
  }

  async function begin(): Promise<void> {
    const answer =
      kind === 'time_out'
        ? await timeOut.send({ hours: length * 24 })
        : await exclusion.send({ months: length });
    if (answer === undefined) return;
    if (answer.type === 'ok') toastSuccess('setup_done');
    close();
  }

  return (
    <Sheet
      open={open}
      onClose={close}
      title={looksAgain ? t('sureTitle') : t(`kind.${kind}`)}
      footer={
        looksAgain ? (
          <div className="space-y-2">
            <Button block kind="danger" busy={timeOut.busy || exclusion.busy} onClick={() => void begin()}>
              {t(`begin.${kind}`)}
            </Button>
            <Button block kind="quiet" onClick={() => setLooksAgain(false)}>
              {t('back')}
            </Button>
          </div>
        ) : (
          <Button block onClick={() => setLooksAgain(true)}>
            {t('next')}
          </Button>
        )
      }
    >
      {looksAgain ? (
        <div className="space-y-2">
          <p>{t('sureSentence', { time: until })}</p>
          <p className="text-sm text-soft">{t('means')}</p>
        </div>
      ) : (
        <div className="space-y-3">
          <p className="text-sm text-soft">{t('howLong')}</p>
          <ChipChoice
            label={t('howLong')}
            className="flex flex-wrap gap-x-2 gap-y-3"
            options={choices[kind].map((value) => ({
              value,
              label: kind === 'time_out' ? t('days', { count: value }) : t('months', { count: value }),
            }))}
            value={length}
            onChange={setLength}
          />
          <p className="text-sm">{t('until', { time: until })}</p>
        </div>
      )}
    </Sheet>
  );
}
