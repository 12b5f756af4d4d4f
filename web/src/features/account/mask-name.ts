/** Masks a name so that its owner recognises it and others don't: "al••••9". */
export function maskName(name: string): string {
  const characters = [...name];
  if (characters.length < 4) return `${characters[0] ?? ''}••••`;
  return `${characters.slice(0, 2).join('')}••••${characters.at(-1) ?? ''}`;
}
