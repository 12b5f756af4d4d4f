/** The payment details of a deposit: an address with its QR code, or the bank details for a wire. */
import { useTranslations } from 'use-intl';
import { useDemo } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { chainNamesShown } from '../../lib/network-names.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Section } from '../../ui/section.tsx';
import type { Way } from './deposit-ways.ts';
import { oneUnit } from './deposit-ways.ts';

export function useNetworkName(): (network: Way['network']) => string {
  const t = useTranslations('deposits');
  return (network) => (network === 'wire' ? t('wire') : chainNamesShown[network]);
}

/** Warns that a demo's addresses have no owner, so that money sent to them is lost. */
function DemoWarning() {
  const t = useTranslations('deposits');
  const demo = useDemo();
  if (demo === undefined || demo === null) return null;
  return (
    <p role="note" className="mx-4 mt-4 rounded-input bg-warning-wash px-3 py-2 text-sm text-warning">
      {t('demoWarning')}
    </p>
  );
}

function Address({ way, address }: { readonly way: Way; readonly address: string }) {
  const t = useTranslations('deposits');
  const network = useNetworkName()(way.network);
  const { currency } = way;
  return (
    <>
      <div className="px-4 pt-4">
        <QrCode text={address} label={t('qr', { currency, network })} />
      </div>
      <CopyLine mono name={t('address', { currency })} text={address} copyLabel={t('copyAddress')} />
      <p className="px-4 py-2 text-sm text-warning">{t('onlyThis', { currency, network })}</p>
    </>
  );
}

const lines = ['beneficiary', 'bank_name', 'bank_address', 'swift', 'account', 'reference'] as const;

function Wire({ way }: { readonly way: Way }) {
  const t = useTranslations('deposits');
  const { instructions } = way;
  if (instructions === null) return null;
  return (
    <>
      {lines.map((line) => (
        <CopyLine
          key={line}
          name={t(`line.${line}`)}
          text={instructions[line]}
          copyLabel={t('copyLine', { name: t(`line.${line}`) })}
        />
      ))}
      <p className="px-4 py-2 text-sm text-warning">{t('referenceMatters')}</p>
    </>
  );
}

function Facts({ way, hours }: { readonly way: Way; readonly hours: number }) {
  const t = useTranslations('deposits');
  const { quantity, decimal } = useFormat();
  const { currency, rate, credited_as: credited } = way;
  return (
    <dl className="border-t border-line px-4 py-2">
      <FactRow name={t('least')}>{`${quantity(way.min)} ${currency}`}</FactRow>
      <FactRow name={t('most')}>{`${quantity(way.max)} ${currency}`}</FactRow>
      {rate !== null && (
        <FactRow name={t('rateNow')}>
          {t('rateIs', {
            one: `${quantity(oneUnit)} ${currency}`,
            value: `${decimal(rate, { min: 2, max: 8 })} ${credited}`,
          })}
        </FactRow>
      )}
      <FactRow name={t('reviewed')}>{t('withinHours', { hours })}</FactRow>
    </dl>
  );
}

export function WhereToSend({ way, hours }: { readonly way: Way; readonly hours: number }) {
  const t = useTranslations('deposits');
  return (
    <Section title={t('sendHere')}>
      <DemoWarning />
      {way.address !== null && <Address way={way} address={way.address} />}
      <Wire way={way} />
      <Facts way={way} hours={hours} />
    </Section>
  );
}
