/** The explanation of an answer that contradicts the data stored on this device, with the evidence and instructions. */
import { useAppState } from '@candor/client/app-state.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDemo } from '../lib/customer.ts';
import { useFormat } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmSheet } from '../ui/confirm-sheet.tsx';
import { FactRow } from '../ui/fact-row.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useFindingText } from './finding-text.ts';
import type { Contradiction, KeptState } from './kept-state.ts';
import { createKeptStore, useKept } from './kept-store.ts';
import { forgetLog } from './log-keeping.ts';
import { forgetReceipts, orderRecords } from './order-records.ts';
import { forgetDeviceKeys } from './own-device-key.ts';
import { forgetSeen } from './seen-before.ts';
import { saveFile } from '../lib/save-file.ts';

type ContradictionSheetProps = { readonly open: boolean; readonly onClose: () => void };

function Found({ one }: { readonly one: Contradiction }) {
  const t = useTranslations('proof');
  const format = useFormat();
  const findingText = useFindingText();
  const { kept, found } = one.params;
  return (
    <section className="hairline py-2 last:shadow-none">
      <p className="text-base text-danger">{findingText(one)}</p>
      <p className="text-xs text-quiet">
        {one.symbol === '' || one.code === 'kept_key_differs'
          ? format.dateTime(one.found_at)
          : t('warningSheet.foundAt', { symbol: one.symbol, time: format.dateTime(one.found_at) })}
      </p>
      {kept !== undefined && found !== undefined && (
        <dl>
          <FactRow name={t('warningSheet.keptSays')}>
            <span className="font-mono text-xs break-all">{kept}</span>
          </FactRow>
          <FactRow name={t('warningSheet.serverSays')}>
            <span className="font-mono text-xs break-all">{found}</span>
          </FactRow>
        </dl>
      )}
    </section>
  );
}

/** Saves all stored data, including the signatures, and the contradicting answers. */
function save(kept: KeptState): void {
  saveFile(
    'candor-kept.json',
    `${JSON.stringify({ candor: 2, kind: 'kept', ...kept, orders: ordersToSave() }, undefined, 1)}\n`,
  );
}

/** The signed texts and answers of the orders whose receipts are contradicted. */
function ordersToSave() {
  return orderRecords().filter(({ state }) => state === 'wrong');
}

export function ContradictionSheet({ open, onClose }: ContradictionSheetProps) {
  const t = useTranslations('proof');
  const app = useAppState();
  const { forgetKept, keptNow } = app.of(createKeptStore);
  const contradictions = useKept((kept) => kept.contradictions);
  const demo = useDemo();
  const [asking, setAsking] = useState(false);
  const isDemo = demo !== undefined && demo !== null;
  return (
    <>
      <Sheet
        open={open}
        onClose={onClose}
        title={t('warning')}
        footer={
          <div className="flex gap-2">
            <Button block kind="secondary" onClick={() => setAsking(true)}>
              {t('warningSheet.clearData')}
            </Button>
            <Button block onClick={() => save(keptNow())}>
              {t('save')}
            </Button>
          </div>
        }
      >
        <p>{t('warningSheet.what')}</p>
        <div className="mt-2 border-t border-line">
          {contradictions.map((one) => (
            <Found key={`${one.symbol} ${one.code} ${one.seq ?? ''}`} one={one} />
          ))}
        </div>
        <h3 className="pt-3 text-sm font-semibold text-soft">{t('warningSheet.doTitle')}</h3>
        <ol className="list-decimal space-y-1 pt-1 pl-5">
          <li>{t('warningSheet.doStop')}</li>
          <li>{t('warningSheet.doSave')}</li>
          <li>{t('warningSheet.doTell')}</li>
        </ol>
        {isDemo && <p className="pt-3 text-sm text-soft">{t('warningSheet.demo')}</p>}
      </Sheet>
      <ConfirmSheet
        open={open && asking}
        onClose={() => setAsking(false)}
        title={t('warningSheet.clearData')}
        sentence={t('warningSheet.clearDataText')}
        confirmLabel={t('warningSheet.clearData')}
        kind="danger"
        onConfirm={() => {
          setAsking(false);
          onClose();
          forgetKept();
          forgetSeen();
          forgetLog(app);
          forgetReceipts();
          forgetDeviceKeys(app);
        }}
      />
    </>
  );
}
