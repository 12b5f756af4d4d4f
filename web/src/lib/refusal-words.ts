/** The server's own words for what it would refuse, said before it is asked. */
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { useEffect, useState } from 'react';
import { refusalText } from './message-texts.ts';
import { useSession } from './session.ts';

/** The words in the language of the moment; undefined without a code, empty while the first are on their way. */
export function useRefusalWords(
  code: RefusalCode | undefined,
  params: Readonly<Record<string, string>> = {},
): string | undefined {
  const language = useSession((session) => session.language);
  const [fetched, setFetched] = useState<{ readonly key: string; readonly text: string }>();
  // Params are a new object at each tick; what the words depend on are these texts.
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
  // Until the new words have come, the ones before stand, so that nothing flickers while figures change.
  return code === undefined ? undefined : (fetched?.text ?? '');
}
