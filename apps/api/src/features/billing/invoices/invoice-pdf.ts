import Pdf from 'pdfkit';
import type { TaxLine } from '@hearth/contracts/billing/tax';
import { nameState, type InvoiceContent } from './invoice-content.ts';
import { INDIA } from './invoice-number.ts';
import { Pen, type Style } from './pdf-text.ts';

// Lengths are in points. The colours match those of the emails.
const LEFT = 56;
const RIGHT = 539;
const MIDDLE = 312;
const INK = '#1c1b1a';
const MUTED = '#6b6864';
const LINE = '#e4e1dd';
const EMBER = '#d9572b';

const TITLE: Style = { size: 20, weight: 600, color: INK };
const STRONG: Style = { size: 10, weight: 600, color: INK };
const PLAIN: Style = { size: 10, weight: 400, color: INK };
const LABEL: Style = { size: 8.5, weight: 400, color: MUTED };
const LEADING = 15;

/** Renders an invoice. Deterministic: the same content results in the same bytes. */
export async function renderInvoice(content: InvoiceContent): Promise<Buffer> {
  const title = `${titleOf(content)} ${content.number}`;
  const doc = new Pdf({
    size: 'A4',
    margin: 0,
    // Otherwise pdfkit loads the metrics of Helvetica from files next to its code, which the bundle does not contain.
    font: null as unknown as string,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: title, Author: content.supplier.name, CreationDate: new Date(content.issuedAt) },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  new Sheet(doc, content).draw();
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

function titleOf({ kind, isSandbox }: InvoiceContent): string {
  if (isSandbox) return kind === 'invoice' ? 'Sample invoice' : 'Sample credit note';
  return kind === 'invoice' ? 'Tax invoice' : 'Credit note';
}

class Sheet {
  readonly #doc: PDFKit.PDFDocument;
  readonly #pen: Pen;
  readonly #content: InvoiceContent;
  /** Current vertical position on the page. */
  #y = 0;

  constructor(doc: PDFKit.PDFDocument, content: InvoiceContent) {
    this.#doc = doc;
    this.#pen = new Pen(doc);
    this.#content = content;
  }

  draw(): void {
    this.#drawHead();
    this.#drawParties();
    this.#drawFacts();
    this.#drawItem();
    this.#drawSums();
    this.#drawFoot();
  }

  #drawHead(): void {
    const { number, issuedAt, kind, isSandbox } = this.#content;
    this.#doc.rect(LEFT, 64, 20, 3).fill(EMBER);
    this.#pen.write(titleOf(this.#content), LEFT, 96, TITLE);
    const label = kind === 'invoice' ? 'Invoice number' : 'Credit note number';
    this.#pen.write(label, MIDDLE, 82, LABEL);
    this.#pen.write(number, RIGHT, 82, STRONG, 'end');
    this.#pen.write('Date', MIDDLE, 98, LABEL);
    this.#pen.write(writeDate(issuedAt), RIGHT, 98, PLAIN, 'end');
    this.#y = 124;
    if (!isSandbox) return;
    this.#pen.write('Made by the sandbox: no money has moved, and this is no tax document.', LEFT, 118, {
      ...LABEL,
      color: EMBER,
    });
    this.#y = 136;
  }

  #drawParties(): void {
    const { supplier, buyer } = this.#content;
    const top = this.#rule(14);
    const from = this.#block('From', LEFT, top, [
      supplier.name,
      supplier.address,
      writeState(supplier.state),
      supplier.gstin === null ? '' : `GSTIN ${supplier.gstin}`,
    ]);
    const to = this.#block('Billed to', MIDDLE, top, [
      buyer.name,
      buyer.address,
      buyer.state === null ? '' : writeState(buyer.state),
      buyer.gstin === null ? 'Unregistered (no GSTIN given)' : `GSTIN ${buyer.gstin}`,
    ]);
    this.#y = Math.max(from, to);
  }

  /** Draws a label with lines below it. @returns the vertical position of the lower end of the block */
  #block(label: string, x: number, top: number, [name = '', ...lines]: string[]): number {
    this.#pen.write(label, x, top, LABEL);
    let y = top;
    const width = MIDDLE - LEFT - 30;
    for (const line of this.#pen.wrap(name, width, STRONG))
      this.#pen.write(line, x, (y += LEADING + 1), STRONG);
    for (const text of lines)
      for (const line of this.#pen.wrap(text, width, PLAIN)) this.#pen.write(line, x, (y += LEADING), PLAIN);
    return y;
  }

  #drawFacts(): void {
    const { placeOfSupply, payment, credits } = this.#content;
    const top = this.#rule(14);
    const first = this.#block('Place of supply', LEFT, top, [
      '',
      `${placeOfSupply.name} (${placeOfSupply.code})`,
    ]);
    const second =
      credits === null
        ? this.#block('Payment', MIDDLE, top, ['', `${payment.id}, ${writeDate(payment.paidAt)}`])
        : this.#block('Takes back the invoice', MIDDLE, top, [
            '',
            `${credits.number} of ${writeDate(credits.issuedAt)}`,
            `Payment ${payment.id}`,
          ]);
    this.#y = Math.max(first, second);
  }

  #drawItem(): void {
    const { line, amount } = this.#content;
    const y = this.#rule(16);
    const columns = [
      ['SAC', line.sac, 346],
      ['Quantity', String(line.quantity), 398],
      ['Discount', writeAmount(line.discount), 456],
      ['Taxable value', writeAmount(amount.taxable), RIGHT],
    ] as const;
    this.#pen.write('Description', LEFT, y, LABEL);
    this.#pen.write(line.description, LEFT, y + 19, STRONG);
    this.#pen.write(`${writeDate(line.from)} to ${writeDate(line.until)}`, LEFT, y + 34, {
      ...PLAIN,
      color: MUTED,
    });
    for (const [label, value, x] of columns) {
      this.#pen.write(label, x, y, LABEL, 'end');
      this.#pen.write(value, x, y + 19, PLAIN, 'end');
    }
    this.#y = y + 34;
  }

  #drawSums(): void {
    const { amount, kind, totalInWords, hasReverseCharge } = this.#content;
    let y = this.#rule(18);
    const add = (label: string, value: string, style: Style) => {
      this.#pen.write(label, MIDDLE, y, style);
      this.#pen.write(value, RIGHT, y, style, 'end');
      y += LEADING + 3;
    };
    add('Taxable value', writeAmount(amount.taxable), PLAIN);
    for (const tax of amount.taxes) add(writeTax(tax), writeAmount(tax.amount), PLAIN);
    this.#doc.rect(MIDDLE, y - 9, RIGHT - MIDDLE, 0.5).fill(LINE);
    y += 8;
    const label = kind === 'invoice' ? 'Total, paid' : 'Total, paid back';
    add(label, `₹ ${writeAmount(amount.total)}`, { ...STRONG, size: 13 });
    for (const line of this.#pen.wrap(totalInWords, RIGHT - MIDDLE, LABEL)) {
      this.#pen.write(line, MIDDLE, y, LABEL);
      y += 12;
    }
    this.#pen.write(`Tax payable on reverse charge: ${hasReverseCharge ? 'yes' : 'no'}`, LEFT, y - 12, LABEL);
    this.#y = y;
  }

  #drawFoot(): void {
    const { supplier, isSandbox } = this.#content;
    const y = 770;
    this.#doc.rect(LEFT, y - 22, RIGHT - LEFT, 0.5).fill(LINE);
    const signature = isSandbox ? 'Computer generated, for trying things out.' : `For ${supplier.name}`;
    this.#pen.write(signature, LEFT, y, LABEL);
    this.#pen.write('This is a computer-generated document. It needs no signature.', LEFT, y + 13, LABEL);
    this.#pen.write('Amounts in Indian rupees', RIGHT, y, LABEL, 'end');
  }

  /** Draws a hairline below the text. @returns the next baseline */
  #rule(gap: number): number {
    const y = this.#y + gap + 2;
    this.#doc.rect(LEFT, y, RIGHT - LEFT, 0.5).fill(LINE);
    return y + gap + 8;
  }
}

function writeState(code: string): string {
  return `${nameState(code).name} (state code ${code})`;
}

function writeTax({ name, percent }: TaxLine): string {
  return `${name} ${percent} %`;
}

const DATES = new Intl.DateTimeFormat('en-GB', { timeZone: INDIA, dateStyle: 'long' });
function writeDate(iso: string): string {
  return DATES.format(new Date(iso));
}

const AMOUNTS = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
function writeAmount(paise: number): string {
  return AMOUNTS.format(paise / 100);
}
