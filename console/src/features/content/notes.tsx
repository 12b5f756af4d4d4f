/** What has to be known while an article is written: whose it is, that a colleague was quicker, that the software brings another text. */
import { Alert, Button } from '@mui/material';
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
  const newer = article !== undefined && draft.seen !== article.version && isChanged(draft, article);
  const by = article?.versions[0]?.by;
  return (
    <>
      {article?.agreement === true && (
        <Alert severity="info">
          {mayWrite
            ? 'Customers agree to this, or the law wants it read: it can be changed and never withdrawn.'
            : 'Customers agree to this, or the law wants it read: only an admin changes it.'}
        </Alert>
      )}
      {newer && (
        <Alert
          severity="warning"
          action={
            <Button onClick={() => onGoOn(article.version)}>Go on above version {article.version}</Button>
          }
        >
          {by} wrote version {article.version} after you started writing. Your text is kept: see below what
          changed before you submit it.
        </Alert>
      )}
      {article?.texts.some(({ file_changed }) => file_changed) === true && (
        <Alert severity="warning">
          The software brought another text since the version that counts was written, and the version goes on
          counting. Compare it under “The software’s own text”.
        </Alert>
      )}
    </>
  );
}
