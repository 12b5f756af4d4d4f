/**
 * A statement as OFX 2.2. It is a bank statement for each account and currency, because personal finance programs read those. The
 * currency codes are Candor's own, such as USDT. OFX allows only codes of three letters, but the programs that were tried accept
 * longer ones unchanged.
 */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Line, Statement } from './statement.ts';

const HEADER =
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' +
  '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n';

export function statementOfx(
  { book, statement }: { readonly book: bigint; readonly statement: Statement },
  lines: readonly Line[],
): string {
  const { accounts, period } = statement;
  const asOf = dateOf(statement.valued_at * 1000);
  const status = '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>';
  const linesOf = Map.groupBy(lines, ({ account, currency }) => `${account} ${currency}`);
  const statements = accounts.map(({ account, currency, closing }) => {
    const own = linesOf.get(`${account} ${currency}`) ?? [];
    const from = `<BANKACCTFROM><BANKID>CANDOR</BANKID><ACCTID>${book}-${account}-${currency}</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>`;
    const range = `<DTSTART>${dateOf(statement.from * 1000)}</DTSTART><DTEND>${dateOf(statement.to * 1000)}</DTEND>`;
    const balance = `<LEDGERBAL><BALAMT>${closing}</BALAMT><DTASOF>${asOf}</DTASOF></LEDGERBAL>`;
    return (
      `<STMTTRNRS><TRNUID>${period}-${account}-${currency}</TRNUID>${status}\n<STMTRS><CURDEF>${currency}</CURDEF>${from}\n` +
      `<BANKTRANLIST>${range}\n${own.map(transactionOf).join('')}</BANKTRANLIST>\n${balance}</STMTRS></STMTTRNRS>\n`
    );
  });
  return (
    `${HEADER}<OFX>\n<SIGNONMSGSRSV1><SONRS>${status}<DTSERVER>${asOf}</DTSERVER><LANGUAGE>ENG</LANGUAGE>` +
    `<FI><ORG>Candor</ORG><FID>CANDOR</FID></FI></SONRS></SIGNONMSGSRSV1>\n<BANKMSGSRSV1>\n${statements.join('')}</BANKMSGSRSV1>\n</OFX>\n`
  );
}

function transactionOf({ seq, kind, ref, timeMs, account, currency, amount }: Line): string {
  return (
    `<STMTTRN><TRNTYPE>${amount > 0n ? 'CREDIT' : 'DEBIT'}</TRNTYPE><DTPOSTED>${dateOf(timeMs)}</DTPOSTED>` +
    `<TRNAMT>${formatAmount(amount)}</TRNAMT><FITID>${seq}-${account}-${currency}</FITID>` +
    `<NAME>${escaped(kind.slice(0, 32))}</NAME><MEMO>${escaped(ref)}</MEMO></STMTTRN>\n`
  );
}

/** Formats a time, for example as 20261127093000.123[0:UTC]. */
function dateOf(ms: number): string {
  const [day, time] = new Date(ms).toISOString().split('T') as [string, string];
  return `${day.replaceAll('-', '')}${time.slice(0, 8).replaceAll(':', '')}.${time.slice(9, 12)}[0:UTC]`;
}

/**
 * OFX 2 is XML 1.0, which allows neither control characters (not even escaped) nor unpaired surrogates. Line ends become spaces.
 */
// oxlint-disable-next-line no-control-regex -- these are what is removed
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/gu;
const HALVES = /[\ud800-\udfff]/gu;

export function escaped(text: string): string {
  const plain = text
    .replace(/[\t\n\r]+/gu, ' ')
    .replace(FORBIDDEN, '')
    .replace(HALVES, '\ufffd');
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
