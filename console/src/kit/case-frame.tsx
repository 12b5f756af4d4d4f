/** The layout of a case: heading, facts on the left, documents on the right, and the decision below, which stays in view. */
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useSay } from '../i18n/say.ts';

export function CaseFrame({
  title,
  chips,
  facts,
  documents,
  decision,
}: {
  title: ReactNode;
  chips: ReactNode;
  facts: ReactNode;
  documents?: ReactNode;
  decision: ReactNode;
}) {
  const t = useSay();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', px: 2, pt: 1.5, pb: 1, flexWrap: 'wrap' }}>
        <Typography component="h2" sx={{ fontSize: 17, fontWeight: 650 }}>
          {title}
        </Typography>
        {chips}
      </Box>
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          display: 'grid',
          gridTemplateColumns: documents === undefined ? '1fr' : 'minmax(0, 1fr) minmax(0, 1fr)',
          gap: 1.5,
          px: 2,
        }}
      >
        <Box
          role="region"
          aria-label={t('ui.caseFacts')}
          tabIndex={0}
          sx={{ overflow: 'auto', display: 'flex', flexDirection: 'column', gap: 1.5, pb: 1 }}
        >
          {facts}
        </Box>
        {documents !== undefined && (
          <Box sx={{ minHeight: 0, display: 'flex', flexDirection: 'column', gap: 1 }}>{documents}</Box>
        )}
      </Box>
      <Box sx={{ px: 2, pb: 1.5, pt: 1 }}>{decision}</Box>
    </Box>
  );
}
