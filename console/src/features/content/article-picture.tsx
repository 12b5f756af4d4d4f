/** The image of an article as readers see it. A photo that is not public yet is fetched with the operator's session token. */
import { Alert, Box } from '@mui/material';
import { useSay } from '../../i18n/say.ts';
import { useAsk } from '../../lib/queries.ts';

const framed = {
  width: '100%',
  aspectRatio: '2 / 1',
  objectFit: 'cover',
  borderRadius: 1.5,
  mb: 1.5,
} as const;

function Photo({ name }: { name: string }) {
  const t = useSay();
  const { data, isError } = useAsk('GET article_photo', { picture: name });
  if (isError) return <Alert severity="error">{t('content.photoFailed')}</Alert>;
  if (data === undefined) return <Box sx={{ ...framed, backgroundColor: 'var(--sunken)' }} />;
  return <Box component="img" src={`data:${data.mime};base64,${data.base64}`} alt="" sx={framed} />;
}

export function ArticlePicture({ name }: { name: string }) {
  if (name.startsWith('photo-')) return <Photo name={name} />;
  return <Box component="img" src={`/api/content/pictures/${name}.svg`} alt="" sx={framed} />;
}
