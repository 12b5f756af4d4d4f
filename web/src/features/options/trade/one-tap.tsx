/** The setting for buying without a confirmation, off by default and stored on this device. */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { create } from 'zustand';

const storageKey = 'candor.option.one-tap';

const useStored = create<{ readonly on: boolean }>(() => ({
  on: readStored('localStorage', storageKey) === true,
}));

export function useOneTap(): boolean {
  return useStored(({ on }) => on);
}

export function OneTapSwitch() {
  const t = useTranslations('option');
  const on = useOneTap();
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
        onChange={({ target }) => {
          writeStored('localStorage', storageKey, target.checked);
          useStored.setState({ on: target.checked });
        }}
        className="size-5 shrink-0 accent-(--accent-solid)"
      />
    </label>
  );
}
