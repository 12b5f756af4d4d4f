/** Copies a text and says so. */
import { Copy } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { showToast } from '../lib/notices.ts';
import { IconButton } from './icon-button.tsx';

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const t = useTranslations('ui');
  return (
    <IconButton
      icon={Copy}
      size={18}
      label={label}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => showToast(t('copied'), 'good'),
          () => showToast(t('copyFailed'), 'bad'),
        );
      }}
    />
  );
}
