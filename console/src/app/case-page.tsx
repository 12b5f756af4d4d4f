/** The page of a single case, which lists and customer pages link to. */
import { Box } from '@mui/material';
import { useNavigate, useNotify, useParams } from 'react-admin';
import { useSay } from '../i18n/say.ts';
import { useConsoleKeys } from '../kit/keyboard.tsx';
import { Nothing, useTitle } from '../kit/page.tsx';
import { caseOfName } from '../lib/case-names.ts';
import { renderCase } from './render-case.tsx';

export function CasePage() {
  const t = useSay();
  const { name = '' } = useParams();
  const of = caseOfName(name);
  const navigate = useNavigate();
  const notify = useNotify();
  useTitle(of === undefined ? t('frame.noSuchCase') : t(`codes.case.${of.kind}`));
  useConsoleKeys({ back: () => navigate(-1) });
  if (of === undefined) return <Nothing>{t('frame.noSuchCaseText')}</Nothing>;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}>
      <Box
        component="h1"
        sx={{ m: 0, px: 2, pt: 1.5, fontSize: 13, fontWeight: 400, color: 'text.secondary' }}
      >
        {t(`codes.case.${of.kind}`)}
      </Box>
      <Box key={name} sx={{ flex: 1, minHeight: 0 }}>
        {renderCase({
          of,
          onDone: () => {
            notify(t('ui.done'), { type: 'success' });
          },
        })}
      </Box>
    </Box>
  );
}
