/** The server's texts for refusals that are foreseeable before a request is made. */
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { useEffect, useState } from 'react';
import { refusalText } from './message-texts.ts';
import { useSession } from './session.ts';

/** Returns the text in the current language: undefined without a code, empty while the first texts are loading. */
export function useRefusalWords(
  code: RefusalCode | undefined,
  params: Readonly<Record<string, string>> = {},
): string | undefined {
  const language = useSession((session) => session.language);
  const [fetched, setFetched] = useState<{ readonly key: string; readonly text: string }>();
  // Compares the params by content, because they are a new object at each tick.
  const filled = JSON.stringify(params);
  const key = `${language} ${code ?? ''} ${filled}`;
  useEffect(() => {
    if (code === undefined) return undefined;
    let wanted = true;
    const read = JSON.parse(filled) as Record<string, string>;
    const refusal = { type: 'error', code: 0, error: code, message: '', params: read } as const;
    void refusalText(refusal, language).then((text) => {
      if (wanted) setFetched({ key, text });
    });
    return () => {
      wanted = false;
    };
  }, [code, filled, language, key]);
  // Keeps the previous text until the new one has loaded, so that nothing flickers while figures change.
  return code === undefined ? undefined : (fetched?.text ?? '');
}
