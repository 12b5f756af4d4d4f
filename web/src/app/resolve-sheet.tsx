/** Explains why the customer's action is refused, and links to the screen that resolves it. */
import { useTranslations } from 'use-intl';
import { navigate } from '../lib/hash-history.ts';
import { useRefusalWords } from '../lib/refusal-words.ts';
import type { Resolution } from '../lib/resolving.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';

export type ResolveSheetProps = {
  readonly resolution: Resolution;
  readonly open: boolean;
  readonly onClose: () => void;
};

export function ResolveSheet({ resolution, open, onClose }: ResolveSheetProps) {
  const t = useTranslations('resolving');
  const words = useRefusalWords(resolution.refusal.error, resolution.refusal.params);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('title')}
      footer={
        <Button block onClick={() => navigate(resolution.link)}>
          {t(`step.${resolution.step}`)}
        </Button>
      }
    >
      <p className="text-base">{words}</p>
      <p className="mt-2 text-sm text-quiet">{t('comesBack')}</p>
    </Sheet>
  );
}
