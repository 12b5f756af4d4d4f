/** A name that its owner still recognises and a neighbour does not: "al••••9". */
export function maskName(name: string): string {
  const characters = [...name];
  if (characters.length < 4) return `${characters[0] ?? ''}••••`;
  return `${characters.slice(0, 2).join('')}••••${characters.at(-1) ?? ''}`;
}
