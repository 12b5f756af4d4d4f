/** Formats exact decimals for display: grouped, never rounded. English and Chinese use the same format. */

/** Formats "1234567.5" as "1,234,567.50". Significant decimals after the second are kept. */
export function grouped(decimal: string): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal) ?? [];
  if (whole === '0' && fraction === '' && decimal !== '0' && decimal !== '-0') return decimal;
  const kept = fraction.replace(/0+$/, '').padEnd(2, '0');
  return `${sign === '-' ? '−' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${kept}`;
}

/** Formats an amount with its currency as "1,000.00 USDT". */
export function money(decimal: string, currency: string): string {
  return `${grouped(decimal)} ${currency}`;
}

/** Formats a fraction such as 0.9731 as "97.3%". */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
