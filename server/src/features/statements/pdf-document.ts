/**
 * Typesets a statement or tax report as a PDF: a letterhead, key figures and tables, in fonts that are embedded and subset. The
 * same report always gives the same bytes, because the time in the file is that of the report's figures and nothing in it is
 * random.
 */
import Pdf from 'pdfkit';
import type { Language } from '@candor/protocol/languages.ts';
import { fontOf, fontsOf } from './pdf-fonts.ts';
import type { Weight } from './pdf-fonts.ts';

export type PdfTable = {
  readonly title: string;
  /** `end` columns contain figures and are aligned at their end. */
  readonly columns: readonly { readonly name: string; readonly share: number; readonly end?: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** A row of sums below the other rows. */
  readonly total?: readonly string[];
};

export type PdfReport = {
  readonly language: Language;
  readonly title: string;
  /** The subject of the report, such as "November 2026". */
  readonly subject: string;
  readonly madeMs: number;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The most important figures, side by side. */
  readonly figures: readonly (readonly [name: string, value: string])[];
  readonly tables: readonly PdfTable[];
  readonly notes: readonly string[];
};

const INK = '#1a1d21';
const SOFT = '#5b636e';
const LINE = '#d9dde3';
const ACCENT = '#1450e6';
const WASH = '#f3f5f9';
const MARGIN = 48;
const TOP = 64;
/** The space below the last line of a page, in which the footer is set. */
const FOOT = 40;
/** The space between two columns. */
const GUTTER = 8;

type Fonted = { readonly font: { hasGlyphForCodePoint: (point: number) => boolean } };

/** Returns the PDF file. */
export async function setPdf(report: PdfReport): Promise<Buffer> {
  const at = new Date(report.madeMs);
  const document = new Pdf({
    ...{ size: 'A4', margin: 0, bufferPages: true, lang: report.language },
    info: {
      Title: `Candor · ${report.title} · ${report.subject}`,
      ...{ Author: 'Candor', Creator: 'Candor', Producer: 'Candor', CreationDate: at },
    },
  });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolved, rejected) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolved(Buffer.concat(parts)));
    document.on('error', rejected);
  });
  new Setter(document, report).set();
  document.end();
  return await done;
}

type Place = {
  readonly x: number;
  readonly size: number;
  readonly width: number;
  readonly colour?: string;
  readonly end?: boolean;
  readonly strong?: boolean;
};

class Setter {
  readonly #document: PDFKit.PDFDocument;
  readonly #report: PdfReport;
  readonly #fonts: string[] = [];
  readonly #width: number;
  #y = MARGIN;

  constructor(document: PDFKit.PDFDocument, report: PdfReport) {
    this.#document = document;
    this.#report = report;
    this.#width = document.page.width - 2 * MARGIN;
    const { language } = report;
    for (const part of fontsOf(language)) {
      for (const weight of [400, 600] as const)
        document.registerFont(`${part}-${weight}`, fontOf(part, weight));
      this.#fonts.push(part);
    }
  }

  set(): void {
    const { tables, notes } = this.#report;
    this.#letterhead();
    this.#figures();
    for (const table of tables) this.#table(table);
    this.#y += 22;
    for (const note of notes) {
      this.#room(13);
      this.#text(note, { x: MARGIN, size: 7.5, width: this.#width, colour: SOFT });
      this.#y += 12;
    }
    this.#everyPage();
  }

  #letterhead(): void {
    const { title, subject, facts } = this.#report;
    this.#document.rect(0, 0, this.#document.page.width, 6).fill(ACCENT);
    const half = this.#width / 2;
    this.#text('Candor', { x: MARGIN, size: 15, width: half, colour: ACCENT, strong: true });
    this.#y += 46;
    this.#text(title, { x: MARGIN, size: 10, width: half, colour: SOFT });
    this.#y += 15;
    this.#text(subject, { x: MARGIN, size: 22, width: half, strong: true });
    const bottom = this.#y + 34;
    this.#y = MARGIN + 46;
    for (const [name, value] of facts) {
      this.#text(name, { x: MARGIN + half, size: 8, width: 110, colour: SOFT });
      this.#text(value, { x: MARGIN + half + 112, size: 8, width: half - 112, end: true });
      this.#y += 14;
    }
    this.#y = Math.max(this.#y + 10, bottom);
  }

  #figures(): void {
    const { figures } = this.#report;
    const [height, width] = [46, this.#width / Math.max(1, figures.length)];
    this.#document.roundedRect(MARGIN, this.#y, this.#width, height, 4).fill(WASH);
    const top = this.#y;
    for (const [at, [name, value]] of figures.entries()) {
      const place = { x: MARGIN + at * width + 12, width: width - 24 };
      this.#y = top + 8;
      this.#text(name, { ...place, size: 7.5, colour: SOFT });
      this.#y = top + 21;
      this.#text(value, { ...place, size: 12, strong: true });
    }
    this.#y = top + height;
  }

  #table(table: PdfTable): void {
    const { title, columns, rows, total } = table;
    if (rows.length === 0) return;
    this.#y += 24;
    this.#room(64);
    this.#text(title, { x: MARGIN, size: 11, width: this.#width, strong: true });
    this.#y += 20;
    this.#heads(columns);
    for (const row of rows) {
      if (this.#room(16)) this.#heads(columns);
      this.#row(columns, row, {});
      this.#rule(LINE, 0.4);
    }
    if (total !== undefined) {
      this.#room(16);
      this.#row(columns, total, { strong: true });
    }
  }

  #heads(columns: PdfTable['columns']): void {
    const names = columns.map(({ name }) => name);
    this.#row(columns, names, { colour: SOFT, size: 7.5 });
    this.#rule(INK, 0.8);
  }

  #row(columns: PdfTable['columns'], cells: readonly string[], look: Partial<Place>): void {
    const whole = columns.reduce((sum, { share }) => sum + share, 0);
    let x = MARGIN;
    for (const [at, { share, end }] of columns.entries()) {
      const isLast = at === columns.length - 1;
      const width = ((this.#width + GUTTER) * share) / whole - GUTTER;
      // A cell that is followed by an empty one, such as the label of a sum, may be wider than its column.
      const place = { x, width: end !== true && cells[at + 1] === '' ? width * 2 : width };
      this.#text(cells[at] ?? '', { ...place, size: 8, end: end === true || isLast, ...look });
      x += width + GUTTER;
    }
    this.#y += 12.5;
  }

  #rule(colour: string, thickness: number): void {
    this.#document
      .moveTo(MARGIN, this.#y)
      .lineTo(MARGIN + this.#width, this.#y)
      .lineWidth(thickness)
      .strokeColor(colour)
      .stroke();
    this.#y += 3.5;
  }

  /** Starts a new page if less than `height` is left, and returns whether it did. */
  #room(height: number): boolean {
    if (this.#y + height < this.#document.page.height - MARGIN - FOOT) return false;
    this.#document.addPage();
    this.#y = TOP;
    return true;
  }

  /** Writes one line, in as many fonts as its characters need. The text is made smaller if it is wider than its place. */
  #text(
    text: string,
    { x: left, size: wanted, width, colour = INK, end = false, strong = false }: Place,
  ): void {
    const runs = this.#runsOf(text, strong ? 600 : 400);
    const widthAt = (size: number): number =>
      runs.reduce(
        (sum, run) => sum + this.#document.font(run.font).fontSize(size).widthOfString(run.text),
        0,
      );
    const wide = widthAt(wanted);
    const size = wide > width ? (wanted * width) / wide : wanted;
    let x = end ? left + width - widthAt(size) : left;
    for (const run of runs) {
      this.#document.font(run.font).fontSize(size).fillColor(colour);
      // Fonts differ in height, so the runs of a line are aligned at a common baseline.
      this.#document.text(run.text, x, this.#y + wanted, { lineBreak: false, baseline: 'alphabetic' });
      x += this.#document.widthOfString(run.text);
    }
  }

  #runsOf(text: string, weight: Weight): { font: string; text: string }[] {
    const runs: { font: string; text: string }[] = [];
    for (const character of text) {
      const font = `${this.#fontOf(character)}-${weight}`;
      const last = runs.at(-1);
      if (last?.font === font) last.text += character;
      else runs.push({ font, text: character });
    }
    return runs;
  }

  #fontOf(character: string): string {
    const found = this.#fonts.find((part) => {
      this.#document.font(`${part}-400`);
      const { font } = (this.#document as unknown as { _font: Fonted })._font;
      return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
    });
    if (found === undefined)
      throw new Error(
        `expected a font with ${JSON.stringify(character)}, found none (npm run subset:fonts makes the fonts)`,
      );
    return found;
  }

  /** Adds a footer to every page, with the page number and, from the second page on, the report's subject. */
  #everyPage(): void {
    const { title, subject, facts } = this.#report;
    const { count } = this.#document.bufferedPageRange();
    const half = this.#width / 2;
    const about = `Candor · ${title} · ${subject}`;
    for (let page = 0; page < count; page += 1) {
      this.#document.switchToPage(page);
      const soft = { size: 7.5, width: half, colour: SOFT };
      if (page > 0) {
        this.#y = 34;
        this.#text(about, { ...soft, x: MARGIN });
        this.#y = 48;
        this.#rule(LINE, 0.5);
      }
      this.#y = this.#document.page.height - MARGIN;
      this.#rule(LINE, 0.5);
      this.#text(facts[0]?.join(' ') ?? '', { ...soft, x: MARGIN });
      this.#text(`${page + 1} / ${count}`, { ...soft, x: MARGIN + half, end: true });
    }
  }
}
