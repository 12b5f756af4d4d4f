/** All staff actions on this account, newest first, each with the role, the action and the reason. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { Eye } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import type { TextKey } from '../../lib/use-field-errors.ts';
import { usePages } from '../../lib/use-pages.ts';
import { ItemList } from '../../parts/item-list.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Screen } from '../../parts/screen.tsx';
import { actWord, reasonText, roleWord } from './act-words.ts';

type Act = CallOutput<'GET user/acts'>['items'][number];

function ActRow({ act }: { readonly act: Act }) {
  const t = useTranslations('acts');
  const { moment } = useFormat();
  const every = useTranslations();
  const reason = reasonText(act.action, act.reason) as TextKey | undefined;
  return (
    <ListRow
      title={<span className="whitespace-normal">{t(`act.${actWord(act.action)}`)}</span>}
      subtitle={
        <>
          {reason !== undefined && every.has(reason) && (
            <span className="block text-soft">{every(reason)}</span>
          )}
          <span className="block">{`${t(`role.${roleWord(act.role)}`)} · ${moment(act.time)}`}</span>
        </>
      }
      wrap
    />
  );
}

export function ActsScreen() {
  const t = useTranslations('acts');
  const acts = usePages('GET user/acts');
  return (
    <Screen onRefresh={() => acts.query.refetch()}>
      <p className="gutter py-4 text-sm text-soft">{t('what')}</p>
      <ItemList {...acts} lines={6} nothing={{ icon: Eye, title: t('none'), text: t('noneText') }}>
        {
          // The key includes the position, because two actions can happen in the same second.
          (act, at) => (
            <ActRow key={`${act.time} ${act.action} ${(acts.items?.length ?? 0) - at}`} act={act} />
          )
        }
      </ItemList>
    </Screen>
  );
}
