/** Faults in the database's guards and at the doors: what SQL, roles, sessions and the operators' console let through. */
import { noticedBy } from './mutant.ts';

const ledger = 'server/schema/01-ledger.sql';
const act = 'server/src/operators/act.ts';
const door = 'server/src/http/console-door.ts';
const approvals = 'server/src/operators/approvals.ts';
const loans = 'server/schema/19-loans.sql';
const ownLimits = 'server/schema/23-own-limits.sql';
const proposals = 'server/schema/05-proposals.sql';
const deposits = 'server/schema/15-deposits.sql';
const withdrawals = 'server/schema/16-withdrawals.sql';
const fund = 'server/schema/17-fund.sql';
const deciding = 'server/src/commands/deciding.ts';

export const GUARDS = [
  ...noticedBy(
    'server/src/ledger/ledger.test.ts',
    [
      'a journal that makes money',
      ledger,
      'group by p.currency having sum(p.amount) <> 0 or',
      'group by p.currency having',
    ],
    ['a journal outside its template', ledger, 'where t.sign is null or (t.sign = 1', 'where (t.sign = 1'],
    ['a posting with the wrong sign', ledger, 'or (t.sign = -1 and p.gains)', ''],
    [
      'a negative balance',
      ledger,
      'amount numeric(38,8) not null default 0 check (amount >= 0),',
      'amount numeric(38,8) not null default 0,',
    ],
    [
      'a posting to a balance that was never opened',
      ledger,
      '(select count(*) from delta) = (select count(*) from moved)',
      '(select count(*) from delta) >= 0',
    ],
    [
      'a journal is changed',
      ledger,
      'create trigger journal_append_only before update or delete or truncate on journal',
      'create trigger journal_append_only before truncate on journal',
    ],
  ),
  ...noticedBy(
    'server/src/commands/executor.test.ts',
    [
      'a repeated command happens again',
      deciding,
      'if (stored !== undefined) {',
      'if (stored !== undefined && bookId < 0n) {',
    ],
    [
      'a key with another body is answered',
      deciding,
      'return stored.bodyHash === bodyHash\n',
      "return stored.bodyHash !== ''\n",
    ],
  ),
  ...noticedBy('server/src/features/desk/desk.test.ts', [
    'an operator acts on a customer they are tied to',
    act,
    "if (await isTied(connection, operator, entry.subject)) return refuse('conflict_of_interest');",
    '',
  ]),
  ...noticedBy(
    'server/test/live-decisions.test.ts',
    ['a number is signed twice', approvals, '(uses > 0 || key.uses > 0) && uses <= key.uses', 'uses < 0'],
    [
      'an approval without a signature',
      approvals,
      'if (!OWN.has(act.action) || (await hadKey(this.#pool, operator.account)))',
      'if (act.action === operator.account)',
    ],
  ),
  ...noticedBy('server/src/operators/approval-numbers.test.ts', [
    'an approval of long ago',
    approvals,
    'Math.abs(this.#now() - timeMs) <= LIMITS.console.numberValidMs',
    'Math.abs(this.#now() - timeMs) >= 0',
  ]),
  ...noticedBy(
    'server/src/operators/assertion.test.ts',
    [
      'something else was signed',
      'server/src/operators/assertion.ts',
      "if (client.challenge !== challenge) return 'something else was signed';",
      '',
    ],
    [
      'it was signed at another address',
      'server/src/operators/assertion.ts',
      'client.origin !== key.origin || client.crossOrigin === true',
      'client.crossOrigin === true',
    ],
  ),
  ...noticedBy('server/src/http/console-door.test.ts', [
    'a role unchecked at the console',
    door,
    'if (!to.roles.includes(operator.role)) {',
    'if (to.roles.length < 0) {',
  ]),
  ...noticedBy('server/test/fresh-confirmation.test.ts', [
    'a call that needs a fresh login is made with an old one',
    door,
    'this.#deps.now() - freshMs <= LIMITS.console.freshMs',
    'this.#deps.now() - freshMs >= 0',
  ]),
  ...noticedBy(
    'server/src/features/loans/guards.test.ts',
    [
      'a loan for nobody who was verified, in SQL',
      loans,
      "or not exists (select from customer c where c.id = new.book and c.kyc_status = 'approved')\n",
      '\n',
    ],
    [
      'a loan at other rates than were published, in SQL',
      loans,
      'if not found or (new.daily_rate, new.overdue_rate, new.overdue_cap) is distinct from',
      'if (new.daily_rate, new.overdue_rate, new.overdue_cap) < ',
    ],
    ['a picture serves for two loans', loans, 'if used <> 4 then', 'if used < 0 then'],
    [
      'a loan is forgiven',
      loans,
      'or new.interest < old.interest or new.interest_paid < old.interest_paid',
      '',
    ],
  ),
  ...noticedBy(
    'server/src/features/own-limits/guards.test.ts',
    [
      'a limit is loosened at once, in SQL',
      ownLimits,
      'own_limit_allowed(new, now_ms) > was\n',
      'own_limit_allowed(new, now_ms) < 0\n',
    ],
    [
      'a limit forgets what was used, in SQL',
      ownLimits,
      'and l.used <> coalesce(d.amount, 0);',
      'and l.used < 0;',
    ],
    [
      'a limit begins at another time, in SQL',
      ownLimits,
      'if is_bound_in_time(tg_relid) and new.period_start_ms not in',
      'if new.amount < 0 and new.period_start_ms not in',
    ],
  ),
  ...noticedBy(
    'server/src/features/proposals/guards.test.ts',
    [
      'one person executes a proposal, in SQL',
      proposals,
      "or (new.status = 'withdrawn') <> (operator_person(new.decided_by) = operator_person(new.proposed_by))\n",
      '\n',
    ],
    [
      'something else is executed than was signed, in SQL',
      proposals,
      "if signed ->> 'body' is distinct from new.body then",
      "if signed ->> 'body' = '' then",
    ],
  ),
  ...noticedBy('server/src/features/deposits/dual-approval.test.ts', [
    'two operators approve two payments of one deposit, in SQL',
    deposits,
    "or new.status = 'success' and new.first_key is distinct from new.reference_key)",
    ')',
  ]),
  ...noticedBy('server/src/features/deposits/bounds-of-operators.test.ts', [
    'another amount is credited than the deposit’s, in SQL',
    deposits,
    "sum(p.amount) filter (where p.account = 'spot') = d.credited_amount",
    "sum(p.amount) filter (where p.account = 'spot') > 0",
  ]),
  {
    name: 'income from principal',
    file: fund,
    from: "when 'fund_income' then 0 else -o.amount end",
    to: "when 'fund_income' then coalesce(sum(p.amount) filter (where p.account = 'fund_principal'), 0) else -o.amount end",
    test: 'server/src/features/fund/guards.test.ts',
    survives:
      'the template of fund_income has no fund_principal, so both guards must be wrong before it matters',
  },
  ...noticedBy(
    'server/src/features/fund/guards.test.ts',
    [
      'an order of the fund from the past',
      fund,
      'and abs(new.applied_ms - market_ms()) <= market_slack_ms()',
      '',
    ],
    [
      'the fund at other rates than the usual ones',
      fund,
      '(new.rate_min, new.rate_max, new.days, new.early_fee_rate) =',
      '(new.rate_min, new.rate_max, new.days, new.early_fee_rate) >=',
    ],
  ),
  ...noticedBy('server/src/features/spot/frozen-by-sql.test.ts', [
    'an order holds what is not frozen, in SQL',
    'server/schema/08-spot-journals.sql',
    "and not holds_add_up(new.book, 'spot_frozen', split_part(new.symbol, '/', case new.side when 'buy' then 2 else 1 end))",
    'and new.book < 0',
  ]),
  ...noticedBy(
    'server/src/features/withdrawals/guards.test.ts',
    [
      'a withdrawal to somebody else’s address, in SQL',
      withdrawals,
      'and a.network = new.network and a.address = new.address and a.deleted_ms',
      'and a.deleted_ms',
    ],
    [
      'one person approves twice, in SQL',
      withdrawals,
      'or operator_person(new.first_by) = operator_person(new.second_by)\n',
      '\n',
    ],
  ),
  ...noticedBy('server/src/features/withdrawals/payments-by-shell.test.ts', [
    'more leaves than the withdrawal’s amount, in SQL',
    withdrawals,
    "= case posted.kind when 'withdrawal_pay' then w.amount - w.fee else 0 end",
    ">= case posted.kind when 'withdrawal_pay' then w.amount - w.fee else 0 end",
  ]),
  ...noticedBy('server/src/features/withdrawals/verdicts.test.ts', [
    'who let the money in lets it out, in SQL',
    withdrawals,
    'if exists (select from customer_let_in_by(new.book) p where p = any (acting)) then',
    'if new.book < 0 then',
  ]),
  ...noticedBy(
    'console/src/lib/console-keys.test.ts',
    [
      'a letter that is typed into a field decides',
      'console/src/lib/console-keys.ts',
      'if (modified || typing) return undefined;',
      'if (modified) return undefined;',
    ],
    [
      'a shortcut of the browser decides',
      'console/src/lib/console-keys.ts',
      'if (modified || typing)',
      'if (typing)',
    ],
  ),
  ...noticedBy(
    'console/src/features/queue/selection.test.ts',
    [
      'another case opens when the queue moves',
      'console/src/features/queue/selection.ts',
      'if (at !== -1) return at;',
      '',
    ],
    [
      'the case that was decided opens again',
      'console/src/features/queue/selection.ts',
      'return rows[at + 1] ?? rows[at - 1];',
      'return rows[at];',
    ],
  ),
  ...noticedBy(
    'console/src/features/proposals/proposal-body.test.ts',
    [
      'the console shows that money comes that goes',
      'console/src/features/proposals/proposal-body.ts',
      "fields['direction'] === 'in'",
      "fields['direction'] === 'out'",
    ],
    [
      'the console shows a gift that is taken',
      'console/src/features/proposals/proposal-body.ts',
      "fields['takes'] === true",
      "fields['takes'] === false",
    ],
  ),
  ...noticedBy('console/src/lib/words-and-figures.test.ts', [
    'the console offers what a role may not do',
    'console/src/lib/roles.ts',
    "row.roles === 'visitor' || row.roles.includes(role)",
    "row.roles === 'visitor' || row.roles.length > 0",
  ]),
];
