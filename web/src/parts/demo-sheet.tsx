/** The explanation of "Demo: play money". */
import { useTranslations } from 'use-intl';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';

export function DemoSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useTranslations('ui');
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('demoTitle')}
      footer={
        <Button block onClick={onClose}>
          {t('understood')}
        </Button>
      }
    >
      <ul className="list-disc space-y-2 pl-5 text-base">
        <li>{t('demoMoney')}</li>
        <li>{t('demoPrices')}</li>
        <li>{t('demoStartOver')}</li>
      </ul>
    </Sheet>
  );
}
