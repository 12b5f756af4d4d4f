/**
 * A statement as OFX 2.2: a bank statement for each account and currency, because that is what personal finance programs read. The
 * currency is ours, such as USDT. OFX knows codes of three letters only; readers that were tried take longer ones as they are.
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
  const statements = accounts.map(({ account, currency, closing }) => {
    const own = lines.filter((line) => line.account === account && line.currency === currency);
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

/** Such as 20261127093000.123[0:UTC]. */
function dateOf(ms: number): string {
  const [day, time] = new Date(ms).toISOString().split('T') as [string, string];
  return `${day.replaceAll('-', '')}${time.slice(0, 8).replaceAll(':', '')}.${time.slice(9, 12)}[0:UTC]`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
