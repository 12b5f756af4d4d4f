/** Splits a page of questions and answers at its headings. Pure. */

export type Question = { readonly question: string; readonly answer: string };
export type Questions = {
  readonly opening: string;
  readonly questions: readonly Question[];
};

export function questionsOf(body: string): Questions {
  const [opening = '', ...parts] = body.split(/^## /m);
  return {
    opening: opening.trim(),
    questions: parts.map((part) => {
      const end = part.indexOf('\n');
      return end === -1
        ? { question: part.trim(), answer: '' }
        : { question: part.slice(0, end).trim(), answer: part.slice(end).trim() };
    }),
  };
}
