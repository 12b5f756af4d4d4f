/**
 * Sets a statement or tax report as a PDF: headings, facts and tables, in fonts that are embedded and subset. The same report gives
 * the same bytes: the time in the file is that of the report's figures, and nothing random is in it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Pdf from 'pdfkit';
import type { Language } from '@candor/protocol/languages.ts';
import { unpackWoff } from './woff.ts';

export type PdfTable = {
  readonly title: string;
  /** `end` columns hold figures and are aligned at their end. */
  readonly columns: readonly { readonly name: string; readonly share: number; readonly end?: boolean }[];
  readonly rows: readonly (readonly string[])[];
};

export type PdfReport = {
  readonly language: Language;
  readonly title: string;
  readonly madeMs: number;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly tables: readonly PdfTable[];
  readonly notes: readonly string[];
};

const { resolve } = createRequire(import.meta.url);
const unpacked = new Map<string, Buffer>();

/** Each font is unpacked once. There are seven. */
function fontOf(family: string, part: string): Buffer {
  const path = resolve(`@fontsource/${family}/files/${family}-${part}-400-normal.woff`);
  const font = unpacked.get(path) ?? unpackWoff(readFileSync(path));
  unpacked.set(path, font);
  return font;
}

/** The font of each language that writes with other characters than the Latin ones; the Latin font is tried first. */
const OWN: Readonly<Partial<Record<Language, readonly [family: string, part: string]>>> = {
  zh: ['noto-sans-sc', 'chinese-simplified'],
  hk: ['noto-sans-hk', 'chinese-hongkong'],
  jp: ['noto-sans-jp', 'japanese'],
  ko: ['noto-sans-kr', 'korean'],
};
const LATIN = ['latin', 'latin-ext', 'vietnamese'] as const;

const INK = '#1a1d21';
const SOFT = '#5b636e';
const LINE = '#d9dde3';
const MARGIN = 40;

type Fonted = { readonly font: { hasGlyphForCodePoint: (point: number) => boolean } };

/** Resolves with the file. */
export async function setPdf(report: PdfReport): Promise<Buffer> {
  const at = new Date(report.madeMs);
  const document = new Pdf({
    ...{ size: 'A4', margin: MARGIN, bufferPages: true, lang: report.language },
    info: { Title: report.title, Author: 'Candor', Creator: 'Candor', Producer: 'Candor', CreationDate: at },
  });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolved, rejected) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolved(Buffer.concat(parts)));
    document.on('error', rejected);
  });
  new Setter(document, report.language).set(report);
  document.end();
  return await done;
}

class Setter {
  readonly #document: PDFKit.PDFDocument;
  readonly #fonts: string[] = [];
  readonly #width: number;
  #y = MARGIN;

  constructor(document: PDFKit.PDFDocument, language: Language) {
    this.#document = document;
    this.#width = document.page.width - 2 * MARGIN;
    for (const part of LATIN) this.#register(part, fontOf('noto-sans', part));
    const own = OWN[language];
    if (own !== undefined) this.#register('own', fontOf(...own));
  }

  set({ title, facts, tables, notes }: PdfReport): void {
    this.#text(title, { x: MARGIN, size: 18, width: this.#width });
    this.#y += 30;
    for (const [name, value] of facts) {
      this.#text(name, { x: MARGIN, size: 9, width: 150, colour: SOFT });
      this.#text(value, { x: MARGIN + 155, size: 9, width: this.#width - 155 });
      this.#y += 14;
    }
    for (const table of tables) this.#table(table);
    this.#y += 12;
    for (const note of notes) {
      this.#room(14);
      this.#text(note, { x: MARGIN, size: 8, width: this.#width, colour: SOFT });
      this.#y += 13;
    }
    this.#numberPages();
  }

  #register(name: string, font: Buffer): void {
    this.#document.registerFont(name, font);
    this.#fonts.push(name);
  }

  #table({ title, columns, rows }: PdfTable): void {
    this.#y += 16;
    this.#room(60);
    this.#text(title, { x: MARGIN, size: 12, width: this.#width });
    this.#y += 19;
    this.#row(
      columns,
      columns.map(({ name }) => name),
      SOFT,
    );
    for (const row of rows) {
      if (this.#room(15))
        this.#row(
          columns,
          columns.map(({ name }) => name),
          SOFT,
        );
      this.#row(columns, row, INK);
    }
  }

  #row(columns: PdfTable['columns'], cells: readonly string[], colour: string): void {
    const whole = columns.reduce((sum, { share }) => sum + share, 0);
    let x = MARGIN;
    for (const [at, { share, end }] of columns.entries()) {
      const width = (this.#width * share) / whole - 6;
      this.#text(cells[at] ?? '', { x, size: 8, width, colour, end: end === true });
      x += width + 6;
    }
    this.#y += 12;
    this.#document
      .moveTo(MARGIN, this.#y)
      .lineTo(MARGIN + this.#width, this.#y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke();
    this.#y += 3;
  }

  /** Starts a page if less than `height` is left, and returns whether it did. */
  #room(height: number): boolean {
    if (this.#y + height < this.#document.page.height - MARGIN - 14) return false;
    this.#document.addPage();
    this.#y = MARGIN;
    return true;
  }

  /** Writes one line, smaller if it is wider than its place, in as many fonts as its characters need. */
  #text(
    text: string,
    at: {
      readonly x: number;
      readonly size: number;
      readonly width: number;
      readonly colour?: string;
      readonly end?: boolean;
    },
  ): void {
    const runs = this.#runsOf(text);
    const widthAt = (size: number): number =>
      runs.reduce(
        (sum, run) => sum + this.#document.font(run.font).fontSize(size).widthOfString(run.text),
        0,
      );
    const wide = widthAt(at.size);
    const size = wide > at.width ? (at.size * at.width) / wide : at.size;
    let x = at.end === true ? at.x + at.width - widthAt(size) : at.x;
    for (const run of runs) {
      this.#document
        .font(run.font)
        .fontSize(size)
        .fillColor(at.colour ?? INK);
      // Fonts differ in their height, so lines share a baseline.
      this.#document.text(run.text, x, this.#y + at.size, { lineBreak: false, baseline: 'alphabetic' });
      x += this.#document.widthOfString(run.text);
    }
  }

  #runsOf(text: string): { font: string; text: string }[] {
    const runs: { font: string; text: string }[] = [];
    for (const character of text) {
      const font = this.#fontOf(character);
      const last = runs.at(-1);
      if (last?.font === font) last.text += character;
      else runs.push({ font, text: character });
    }
    return runs;
  }

  #fontOf(character: string): string {
    const found = this.#fonts.find((name) => {
      this.#document.font(name);
      const { font } = (this.#document as unknown as { _font: Fonted })._font;
      return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
    });
    if (found === undefined) throw new Error(`expected a font with ${JSON.stringify(character)}, found none`);
    return found;
  }

  #numberPages(): void {
    const { count } = this.#document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#document.switchToPage(page);
      this.#y = this.#document.page.height - MARGIN - 8;
      this.#text(`${page + 1} / ${count}`, {
        x: MARGIN,
        size: 8,
        width: this.#width,
        colour: SOFT,
        end: true,
      });
    }
  }
}
