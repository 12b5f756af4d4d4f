/** The button that copies a text and confirms that it was copied. */
import { Copy } from 'lucide-react';
import { useContext } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from './icon-button.tsx';
import { SurroundingsContext } from './surroundings.ts';

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const t = useTranslations('ui');
  const { showToast } = useContext(SurroundingsContext);
  return (
    <IconButton
      icon={Copy}
      size={18}
      label={label}
      onClick={() => {
        // Over plain HTTP, browsers provide no clipboard.
        const copied = 'clipboard' in navigator ? navigator.clipboard.writeText(text) : Promise.reject();
        copied.then(
          () => showToast(t('copied'), 'good'),
          () => showToast(t('copyFailed'), 'bad'),
        );
      }}
    />
  );
}
