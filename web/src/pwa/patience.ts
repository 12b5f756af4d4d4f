/**
 * How long an answer is waited for where another could stand in for it: a network that is there and says nothing would otherwise keep
 * somebody before an empty screen until the app gives up. Pure.
 */

/** The answer; where it fails or does not come in time, what stands in for it, and the answer all the same where nothing does. */
export async function soonOr<Answer>(
  answer: Promise<Answer>,
  { waitMs, instead }: { readonly waitMs: number; readonly instead: () => Promise<Answer | undefined> },
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs);
  });
  const came = answer.then(
    (value) => ({ value }),
    () => undefined,
  );
  const first = await Promise.race([came, late]);
  clearTimeout(timer);
  return first === undefined ? ((await instead()) ?? answer) : first.value;
}
