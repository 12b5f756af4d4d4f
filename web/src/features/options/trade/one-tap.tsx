/** The setting for buying without a confirmation, off by default and stored on this device. */
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useSetting } from '../../../lib/device.ts';
import type { Setting } from '../../../lib/device.ts';

const oneTap: Setting<boolean> = {
  store: 'localStorage',
  key: 'candor.option.one-tap',
  parse: (stored) => stored === true,
};

export function useOneTap(): boolean {
  return useSetting(oneTap)[0];
}

export function OneTapSwitch() {
  const t = useTranslations('option');
  const [on, update] = useSetting(oneTap);
  const id = useId();
  return (
    <label className="flex min-h-11 items-center gap-3 py-1">
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-medium">{t('oneTap')}</span>
        <span id={id} className="block text-sm text-quiet">
          {t('oneTapMeans')}
        </span>
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        aria-label={t('oneTap')}
        aria-describedby={id}
        onChange={({ target }) => update(() => target.checked)}
        className="size-5 shrink-0 accent-(--accent-solid)"
      />
    </label>
  );
}
