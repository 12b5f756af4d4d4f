/**
 * Notes shown while an article is edited: who may edit it, whether a colleague published a newer version, and whether there is
 * a newer built-in text.
 */
import { Alert, Button } from '@mui/material';
import { useSay } from '../../i18n/say.ts';
import { isChanged } from './draft.ts';
import type { ArticleFacts, Draft } from './draft.ts';

export function Notes({
  article,
  draft,
  mayWrite,
  onGoOn,
}: {
  article: ArticleFacts | undefined;
  draft: Draft;
  mayWrite: boolean;
  onGoOn: (seen: number) => void;
}) {
  const t = useSay();
  const newer = article !== undefined && draft.seen !== article.version && isChanged(draft, article);
  const by = article?.versions[0]?.by;
  return (
    <>
      {article?.agreement === true && (
        <Alert severity="info">
          {mayWrite ? t('content.agreementMayWrite') : t('content.agreementReadOnly')}
        </Alert>
      )}
      {newer && (
        <Alert
          severity="warning"
          action={
            <Button onClick={() => onGoOn(article.version)}>
              {t('content.goOn', { version: article.version })}
            </Button>
          }
        >
          {t('content.newer', { by: by ?? '', version: article.version })}
        </Alert>
      )}
      {article?.texts.some(({ file_changed }) => file_changed) === true && (
        <Alert severity="warning">{t('content.fileNewer')}</Alert>
      )}
    </>
  );
}
