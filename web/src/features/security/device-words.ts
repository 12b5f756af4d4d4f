/** The name of a device: its browser and system, where known. */
import { useTranslations } from 'use-intl';

type Device = { readonly browser: string; readonly system: string };

export function useDeviceWords(): (device: Device) => string {
  const t = useTranslations('security.devices');
  return ({ browser, system }) => {
    if (browser !== '' && system !== '') return t('browserOn', { browser, system });
    return browser === '' && system === '' ? t('unknown') : `${browser}${system}`;
  };
}
