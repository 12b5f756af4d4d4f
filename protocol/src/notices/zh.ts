/** What customers are told, in simplified Chinese. */
import type { NoticeTexts } from './kinds.ts';

export const texts: NoticeTexts = {
  password_changed: {
    subject: '您的密码已修改',
    text: '您账户的密码已修改，其他设备均已退出登录，提币将暂停 24 小时。如非本人操作，请立即重设密码并联系客服。',
  },
  new_device: {
    subject: '新设备登录提醒',
    text: '您的账户在一台从未使用过的设备上登录：{device}，地址 {address}，时间 {time_at}。如果是您本人，无需任何操作。如非本人操作，请立即重设密码（所有会话将随之结束）并联系客服。',
  },
  email_changed: {
    subject: '您的邮箱已更改',
    text: '您账户的邮箱已更改，提币将暂停 24 小时。如非本人操作，请立即重设密码并联系客服。',
  },
  phone_changed: {
    subject: '您的手机号已更改',
    text: '您的账户已绑定或更换手机号。如非本人操作，请立即重设密码并联系客服。',
  },
  factor_changed: {
    subject: '您的双重验证已更改',
    text: '您账户的验证器、通行密钥或恢复码已添加、更换、移除或使用，提币可能暂停 24 小时。如非本人操作，请立即重设密码并联系客服。',
  },
  trading_password_changed: {
    subject: '您的交易密码已更改',
    text: '您账户的交易密码已设置或修改；如为修改，提币将暂停 24 小时。如非本人操作，请立即重设密码并联系客服。',
  },
  bank_card_changed: {
    subject: '您的银行卡已更改',
    text: '您的账户已绑定或更换银行卡；如为更换，提币将暂停 24 小时。如非本人操作，请立即重设密码并联系客服。',
  },
  guesses_locked: {
    subject: '有人尝试猜测您的账户',
    text: '您账户的密码或验证码多次输入错误，因此该来源暂时不能再尝试。所有尝试均未成功。陌生人的尝试不会影响您常用的设备。如果是您本人，请稍后再试或重设密码。如非本人操作，双重验证可在密码被猜中时仍将陌生人拒之门外。',
  },
  kyc_approved: {
    subject: '您的身份已通过认证',
    text: '您的身份认证已获批准。如果您没有提交申请，请联系客服。',
  },
  kyc_rejected: {
    subject: '您的身份认证未通过',
    text: '您的身份认证此次未获批准。原因请在应用的“身份认证”中查看，您可以在那里重新提交。如果您没有提交申请，请联系客服。',
  },
  leverage_decided: {
    subject: '杠杆交易审核结果',
    text: '关于您的账户能否进行杠杆交易已有决定。结果和原因请在应用的“杠杆”中查看。如果您没有提交申请，请联系客服。',
  },
  standing_changed: {
    subject: '您的账户状态已变更',
    text: '您的账户已被我们冻结、锁定或解除限制。目前可以进行的操作及原因请在应用中查看，或向客服查询。未平仓位的止损和止盈照常有效。如果您认为有误，请联系客服。',
  },
  limits_changed: {
    subject: '您的自设限额已更改',
    text: '您账户的限额或暂停期已设置或更改。收紧立即生效，放宽在 24 小时后生效。如非本人操作，请立即重设密码并联系客服。',
  },
  account_closed: {
    subject: '您的账户已注销',
    text: '您的账户已按您的要求注销，任何人都无法再登录。如非本人操作，请立即联系客服。',
  },
  deposit_credited: {
    subject: '您的充值已到账',
    text: '您的充值已入账 {amount} {currency}，存入现货账户。该记录及其分录可在应用的“资金记录”中查看。',
  },
  deposit_failed: {
    subject: '您的充值未入账',
    text: '您的 {amount} {currency} 充值未能入账。原因请在应用的“充值”中查看。如果您确实已汇出款项，请保留凭证并联系客服。',
  },
  withdrawal_requested: {
    subject: '您提交了提币申请',
    text: '已申请提币 {amount} {currency} 至 {address}，该数量已冻结。审核期间可在应用中取消。如非本人操作，请取消该申请，立即重设密码并联系客服。',
  },
  withdrawal_held: {
    subject: '您的提币已暂缓',
    text: '您的 {amount} {currency} 提币已暂缓，最迟至 {until}。原因请在应用的“提币”中查看。这笔资金仍归您所有，您可以取消提币。',
  },
  withdrawal_sent: {
    subject: '您的提币已汇出',
    text: '您的 {amount} {currency} 提币已汇出至 {address}。付款编号为 {reference}。',
  },
  withdrawal_failed: {
    subject: '您的提币未能完成',
    text: '您的 {amount} {currency} 提币未能完成，全部数量已恢复可用。原因请在应用的“提币”中查看。',
  },
  address_added: {
    subject: '已添加提币地址',
    text: '{network} 地址 {address} 已添加到您的提币地址。如非本人操作，请在应用中删除该地址，立即重设密码并联系客服。',
  },
  balance_corrected: {
    subject: '您的余额已更正',
    text: '我们的两名操作员已更正您账户的余额：{amount} {currency}。该记录及原因可在应用的“资金记录”中查看。如果您认为有误，请联系客服。',
  },
  promotion_granted: {
    subject: '您获得了体验金',
    text: '您获得了 {amount} USDT 体验金。体验金可用于杠杆交易，不能提取；条件和到期时间请在应用的“体验金”中查看。',
  },
  loan_disbursed: {
    subject: '您的贷款已发放',
    text: '您的 {amount} {currency} 贷款已通过审核，并已存入您的现货账户。请在 {until} 前还清；您可以提前部分或全部还款，利息只按使用的天数计算。费用详情请在应用的“贷款”中查看。',
  },
  loan_refused: {
    subject: '您的贷款申请未通过',
    text: '您的 {amount} {currency} 贷款申请未通过。原因请在应用的“贷款”中查看，您的资料可以再次使用。',
  },
  loan_reminder: {
    subject: '您的贷款即将到期',
    text: '您的贷款目前应还 {amount} {currency}，请在 {until} 前还清。此后每开始一天都会产生逾期费。请在应用的“贷款”中还款，我们不会自动扣款。',
  },
  loan_overdue: {
    subject: '您的贷款已逾期',
    text: '您的贷款应在 {until} 前还清，目前应还 {amount} {currency}。每开始一天会增加逾期费，最高不超过协议约定的上限，您的信用分已降低。您可以在应用的“贷款”中部分或全部还款，我们不会自动扣款。如有困难，请联系客服。',
  },
  fund_ending: {
    subject: '您的基金订单即将到期',
    text: '您在基金中的 {amount} {currency} 订单将于 {until} 到期。届时本金会退回您的现货账户，您无需任何操作。',
  },
  fund_ended: {
    subject: '您的基金订单已结束',
    text: '您的基金订单已结束。本金 {amount} {currency} 已退回您的现货账户，期间发放的收益为 {income} {currency}。最后一天剩下的部分在下一个 UTC 零点后发放。每笔发放可在应用的“基金”中查看。',
  },
  fund_refused: {
    subject: '您的基金订单未被接受',
    text: '您在基金中的 {amount} {currency} 订单未被接受，全部金额已退回您的现货账户。',
  },
  position_warned: {
    subject: '保证金预警',
    text: '您 {symbol} 仓位的保证金水平已降至 {share}，降至 50% 时将被强制平仓。您可以在应用中追加保证金、部分平仓或设置止损。',
  },
  position_closed_out: {
    subject: '您的仓位已被强制平仓',
    text: '您 {symbol} 仓位的保证金水平降至 50%，已按 {price} 强制平仓。各项数字的凭证在应用的“持仓”中，您可以在那里核验。',
  },
  option_voided: {
    subject: '一笔期权已作废',
    text: '决定您 {symbol} 期权结果的时刻没有价格，因此该期权作废，{amount} {currency} 的本金已全额退回。原因见应用中的该笔期权。',
  },
  fund_started: {
    subject: '您的基金订单已开始',
    text: '您在基金中的 {amount} {currency} 订单已开始，将于 {until} 结束。每日收益会计入您的现货账户。',
  },
  fund_terminated: {
    subject: '您的基金订单已提前结束',
    text: '您的基金订单已按您的要求提前结束，扣除 {fee} {currency} 手续费后，本金 {amount} {currency} 已退回您的现货账户。如非本人操作，请立即重设密码并联系客服。',
  },
  loan_settled: {
    subject: '您的贷款已还清',
    text: '您的 {amount} {currency} 贷款已全部还清，不再有欠款。每笔还款见应用中的“贷款”。',
  },
  referral_earned: {
    subject: '好友为您带来分成',
    text: '{amount} {currency} 已计入您的现货账户：这是自上一条此类消息以来，您邀请的人的基金收益带给您的分成。每笔明细见应用中的“好友”。',
  },
  price_alert: {
    subject: '已到达您关注的价格',
    text: '{symbol} 已到达 {level}：{reached_at} 的价格为 {price}，见价格记录第 {entry} 条。此提醒已用完，您可以在应用中再设一个。',
  },
  recurring_bought: {
    subject: '您的定投已成交',
    text: '您的定投以市价用 {amount} {currency} 买入了 {quantity} {coin}。成交价、手续费和凭证见应用中的“定投”。',
  },
  recurring_skipped: {
    subject: '您的定投本次已跳过',
    text: '您的 {coin} 定投（每次 {amount} {currency}）本次已跳过，原因见应用中的“定投”。在下一个日期之前不会补买。',
  },
  recurring_short: {
    subject: '余额不足，定投本次已跳过',
    text: '您的现货账户余额不足，{coin} 定投（每次 {amount} {currency}）本次已跳过。在下一个日期之前不会补买。连续三次余额不足，计划将自动暂停。',
  },
  recurring_paused: {
    subject: '您的定投已暂停',
    text: '由于现货账户余额不足，您的 {coin} 定投（每次 {amount} {currency}）已连续三次跳过，因此自动暂停。请充值后在应用中恢复。',
  },
  recurring_held: {
    subject: '我们暂停了您的定投',
    text: '我们已暂停您的 {coin} 定投。原因见应用中的“定投”，您可以在那里恢复。',
  },
  chat_waiting: {
    subject: '有一条回复在等您',
    text: '客服已回复您，请在应用的“客服”中查看。',
  },
  agreement_changed: {
    subject: '协议或法律说明有变更',
    text: '请查看现在的内容、自何时起适用，以及之前的内容。如果您不同意，可以联系客服，也可以提取资金并注销账户。',
  },
};
