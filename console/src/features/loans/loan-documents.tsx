/**
 * The four documents of an application, shown one at a time. A document is fetched only when it is selected, because every
 * view is recorded.
 */
import { Box, Tab, Tabs } from '@mui/material';
import { useState } from 'react';
import { loanDocuments } from '@candor/protocol/loans/schemas.ts';
import { useSay } from '../../i18n/say.ts';
import { useConsoleKeys } from '../../kit/keyboard.tsx';
import { Picture } from '../../kit/picture.tsx';
import { useLook } from '../../lib/queries.ts';

type Document = (typeof loanDocuments)[number];
type Looks = Readonly<Record<Document, ReturnType<typeof useLook<'POST loan_picture'>>>>;

export type OpenDocuments = {
  readonly shown: Document;
  readonly turnTo: (of: Document) => void;
  readonly looks: Looks;
  /** Called with the documents that have not been opened yet. */
  readonly unseen: readonly Document[];
  /** The customer's verified name; undefined until a document has been opened. */
  readonly verifiedName: string | null | undefined;
};

export function useLoanDocuments(
  ref: { readonly customer: string; readonly id: string },
  maySee: boolean,
): OpenDocuments {
  const [shown, setShown] = useState<Document>('house');
  const [opened, setOpened] = useState<ReadonlySet<Document>>(new Set(['house']));
  const turnTo = (of: Document) => {
    setShown(of);
    setOpened((before) => new Set([...before, of]));
  };
  const house = useLook('POST loan_picture', { ...ref, of: 'house' }, maySee && opened.has('house'));
  const income = useLook('POST loan_picture', { ...ref, of: 'income' }, maySee && opened.has('income'));
  const bank = useLook('POST loan_picture', { ...ref, of: 'bank' }, maySee && opened.has('bank'));
  const identity = useLook('POST loan_picture', { ...ref, of: 'identity' }, maySee && opened.has('identity'));
  const looks: Looks = { house, income, bank, identity };
  const step = (by: 1 | -1) => {
    const at = (loanDocuments.indexOf(shown) + by + loanDocuments.length) % loanDocuments.length;
    turnTo(loanDocuments[at] ?? shown);
  };
  useConsoleKeys({ document: () => step(1), 'document before': () => step(-1) });
  return {
    ...{ shown, turnTo, looks },
    unseen: loanDocuments.filter((of) => looks[of].data === undefined),
    verifiedName: house.data?.verified_name,
  };
}

export function LoanDocuments({ of: { shown, turnTo, looks } }: { of: OpenDocuments }) {
  const t = useSay();
  return (
    <>
      <Tabs
        value={shown}
        onChange={(_event, of: Document) => turnTo(of)}
        aria-label={t('loans.documents')}
        sx={{
          minHeight: 32,
          '& .MuiTab-root': { minHeight: 32, py: 0, px: 1, minWidth: 0, textTransform: 'none' },
        }}
      >
        {loanDocuments.map((of) => (
          <Tab
            key={of}
            value={of}
            id={`document-${of}`}
            aria-controls={of === shown ? 'document-shown' : undefined}
            label={
              looks[of].data === undefined
                ? t(`loans.document.${of}`)
                : t('loans.documentSeen', { name: t(`loans.document.${of}`) })
            }
          />
        ))}
      </Tabs>
      <Box
        key={shown}
        role="tabpanel"
        id="document-shown"
        aria-labelledby={`document-${shown}`}
        sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
      >
        <Picture name={t(`loans.document.${shown}`)} of={looks[shown]} />
      </Box>
    </>
  );
}
