/** A successful example of each statement call. */
export function waysOf() {
  const period = '2026-11';
  return {
    'GET statement/periods': {},
    'GET statement/one': { period },
    'GET statement/file': { period, form: 'csv' },
    'GET statement/holdings': {},
    'GET statement/costs': {},
    'GET statement/tax': { year: '2026', method: 'fifo' },
    'GET statement/tax_file': { year: '2026', method: 'average', form: 'csv' },
  };
}
