/** An uploaded image, which opens in the document viewer. Every view is recorded. */
import { Asked } from './page.tsx';
import { DocumentViewer } from './document-viewer.tsx';

type Shown = { readonly mime: string; readonly base64: string };

export function Picture({
  name,
  of,
}: {
  name: string;
  of: { data: Shown | undefined; error: unknown; refetch: () => unknown };
}) {
  return (
    <Asked of={of}>{({ mime, base64 }) => <DocumentViewer name={name} mime={mime} base64={base64} />}</Asked>
  );
}
