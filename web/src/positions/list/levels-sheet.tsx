/** The sheet for take-profit, stop and trailing distance of a position or open order, each with its result. */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useQuote } from '../../live/use-quote.ts';
import { MovedLine } from '../../parts/moved-line.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTerms } from '../terms.ts';
import { LevelField } from './level-field.tsx';
import type { LevelField as LevelName } from './levels-draft.ts';
import { levelFields, levelsSet, movedLevels, readLevels } from './levels-draft.ts';
import type { PositionSheetProps } from './position-sheets.tsx';

const fieldsByWire: Readonly<Record<string, LevelName>> = {
  take_profit: 'takeProfit',
  stop_loss: 'stop',
  profit_lock: 'stop',
  trailing: 'trailing',
};

/** A line that is dropped at another price starts a new draft. */
const draftName = (id: string, moved: PositionSheetProps['moved']): string =>
  moved === undefined ? `levels.${id}` : `moved.${id}.${moved.field}.${moved.price}`;

export function LevelsSheet(props: PositionSheetProps) {
  const { toastSuccess } = useApi();
  const { position, tickSize, moved, open, onClose } = props;
  const t = useTranslations('positions');
  const terms = useTerms(position.symbol);
  const quote = useQuote(position.symbol);
  const typed = useDraft(draftName(position.id, moved), {
    ...levelsSet(position),
    ...(moved !== undefined && { [moved.field]: moved.price }),
  });
  const { change, clear } = typed;
  const draft =
    moved === undefined || moved.field === 'price'
      ? typed.draft
      : movedLevels(typed.draft, position, moved.field);
  const [refused, setRefused] = useState<RefusalEnvelope>();
  const { busy, send } = useCommand('POST lever/setstop', { showsRefusal: true });
  const refusedField = fieldsByWire[refused?.params['field'] ?? ''];
  const refusedWords = useRefusalWords(refused?.error, refused?.params);
  const canSet = position.status === 'open' || position.status === 'pending';
  const view =
    canSet && terms !== undefined && quote !== undefined
      ? readLevels(draft, { position, terms, quote })
      : undefined;
  const set = async () => {
    if (view?.request === undefined) return;
    const answer = await send(view.request);
    if (answer === undefined) return;
    if (answer.type !== 'ok') {
      setRefused(answer);
      return;
    }
    toastSuccess(answer.message.change === null ? 'stops_set' : 'change_asked');
    clear();
    onClose();
  };
  const reasonOf = (): string | undefined => {
    if (!canSet) return t('noLongerOpen');
    if (view === undefined || view.request !== undefined) return undefined;
    const wrong = levelFields.find((field) => view[field].problem !== undefined);
    return wrong === undefined ? t('nothingChanged') : t(`problem.check_${wrong}`);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('levelsTitle', { symbol: position.symbol })}
      footer={
        <Button block busy={busy} reason={reasonOf()} onClick={() => void set()}>
          {t('setLevels')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {refused !== undefined && refusedField === undefined && (
          <p role="alert" className="text-sm text-danger">
            {refusedWords}
          </p>
        )}
        {moved !== undefined && moved.field !== 'price' && (
          <MovedLine
            name={t(moved.field === 'stop' ? 'stop' : 'takeProfit')}
            was={levelsSet(position)[moved.field]}
            now={draft[moved.field]}
            tickSize={tickSize}
          />
        )}
        {view === undefined || terms === undefined || quote === undefined
          ? canSet && <Skeleton className="h-72 rounded-input" />
          : levelFields
              .filter((field) => moved === undefined || field === moved.field)
              .map((field) => (
                <LevelField
                  key={field}
                  field={field}
                  view={view}
                  facts={{ position, terms, quote }}
                  tickSize={tickSize}
                  typed={draft[field]}
                  refused={refusedField === field ? refusedWords : undefined}
                  onChange={(text) => {
                    setRefused(undefined);
                    change({ [field]: text });
                  }}
                />
              ))}
        <p className="text-sm text-quiet">{t('gapNote')}</p>
      </div>
    </Sheet>
  );
}
