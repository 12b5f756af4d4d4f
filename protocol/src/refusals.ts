/**
 * Every message that the server can send, once: its stable code, the HTTP status it travels with, and its Chinese
 * text, which is also the fallback of a client that does not know the code. The other eight languages stand in
 * `texts/`. A text may quote params in braces; `{field}` names the input that is at fault.
 */
const row = (status: number, zh: string) => ({ status, zh }) as const;

export const refusals = {
  // Who you are
  user_not_found: row(404, '用户不存在'),
  password_wrong: row(400, '密码错误'),
  login_wrong: row(400, '账号或密码错误'),
  code_wrong: row(400, '验证码错误'),
  account_taken: row(409, '用户名已存在'),
  invite_code_wrong: row(400, '请输入正确的邀请码'),
  old_password_wrong: row(400, '旧密码错误'),
  passwords_differ: row(400, '两次输入的密码不一致'),
  password_length: row(400, '密码长度须为 {min} 至 {max} 个字符'),
  password_common: row(400, '该密码过于常见，请换一个'),
  account_frozen: row(403, '账户已冻结，请联系客服'),
  account_locked: row(403, '您已被锁定'),
  user_abnormal: row(403, '用户状态异常'),
  member_not_found: row(404, '会员不存在'),
  recommender_not_found: row(404, '推荐用户不存在'),
  account_not_created: row(409, '账户尚未创建'),
  too_young: row(403, '须年满 {min} 周岁'),
  session_ended: row(401, '登录已失效，请重新登录'),
  too_many_attempts: row(429, '尝试次数过多，请在 {seconds} 秒后再试'),

  // Wallets and balances
  wallet_not_found: row(404, '钱包不存在，请先添加钱包'),
  fund_balance_insufficient: row(409, '基金钱包余额不足'),
  account_balance_insufficient: row(409, '账户余额不足'),
  balance_insufficient: row(409, '余额不足：需要 {needed} {currency}，可用 {available} {currency}'),
  coins_insufficient: row(409, '币种数量不足：需要 {needed} {currency}，可用 {available} {currency}'),
  frozen_balance_zero: row(409, '冻结余额为 0'),
  frozen_funds_abnormal: row(409, '冻结资金异常，禁止卖出'),
  balance_change_abnormal: row(409, '钱包余额变动异常'),
  turnover_insufficient: row(409, '流水不足'),
  currency_invalid: row(400, '币种未添加或类型无效'),

  // Trading
  pair_not_found: row(404, '交易对不存在'),
  pair_not_active: row(409, '交易对未开通'),
  trading_closed: row(409, '交易暂时关闭'),
  market_closed: row(409, '已休市'),
  limit_sell_below_price: row(400, '限价卖出不能低于当前价格 {price}'),
  order_not_cancellable: row(409, '该订单不能撤销'),
  cancel_failed: row(409, '撤单失败'),
  trade_not_found: row(404, '交易记录不存在或已撤销，请刷新后重试'),
  trade_state_abnormal: row(409, '交易状态异常，请勿重复提交'),
  close_failed: row(409, '平仓失败，请重试'),
  trade_abnormal: row(409, '交易异常，不能平仓'),
  lever_trade_open: row(409, '有杠杆交易进行中，不能操作'),
  open_trade_blocks: row(409, '有未平仓交易，不能操作'),
  quantity_below_minimum: row(400, '数量不能小于 {min}'),
  quantity_above_maximum: row(400, '数量不能大于 {max}'),
  quantity_off_step: row(400, '数量必须是 {step} 的整数倍'),
  amount_below_minimum: row(400, '金额不能小于 {min}'),
  price_off_tick: row(400, '价格必须是 {tick} 的整数倍'),
  price_above_maximum: row(400, '价格不能大于 {max}'),
  price_moved: row(409, '价格已变为 {price}，超出您可接受的 {worst}'),
  liquidity_insufficient: row(409, '流动性不足'),
  take_profit_wrong: row(400, '止盈价不符合规则'),
  stop_loss_wrong: row(400, '止损价不符合规则'),
  deduction_failed: row(409, '扣款失败'),
  fee_deduction_failed: row(409, '手续费扣除失败'),
  type_wrong: row(400, '类型错误'),
  feature_off: row(409, '功能未开启或暂不可用'),
  trading_account_exists: row(409, '交易账号已设置'),
  no_transaction_records: row(404, '暂无交易记录'),
  orders_too_many: row(409, '挂单数量已达上限 {max}'),

  // Deposits and withdrawals
  address_missing: row(409, '尚未添加提币地址'),
  address_exists: row(409, '地址已存在'),
  address_not_yours: row(403, '无权删除该地址'),
  withdrawal_pending: row(409, '已有提币申请，请等待审核'),
  withdrawal_exceeds_holdings: row(409, '提币数量超过持有数量'),
  trading_password_wrong: row(400, '支付密码错误'),
  amount_negative: row(400, '金额不能为负数'),
  deposit_not_found: row(404, '充值记录不存在或状态异常'),
  withdrawal_awaiting: row(409, '已申请提币，等待审批'),

  // Fund and loans
  project_ended: row(409, '项目不存在或已结束'),
  project_state_wrong: row(409, '项目状态错误'),
  participants_full: row(409, '参与人数已达上限'),
  deposit_out_of_range: row(400, '充值金额最小 {min}，最大 {max}'),
  loan_out_of_range: row(400, '贷款金额最小 {min}，最大 {max}'),
  order_out_of_range: row(400, '下单金额最小 {min}，最大 {max}'),
  order_state_wrong: row(409, '订单状态错误'),
  hoarding_active: row(409, '囤币活动进行中'),
  product_not_found: row(404, '产品不存在'),
  configuration_missing: row(409, '配置错误或缺失'),
  amount_wrong: row(400, '金额错误'),
  upgrade_not_needed: row(409, '无需升级'),

  // Identity verification
  id_number_verified: row(409, '该证件号码已认证'),
  verification_needed: row(403, '需要实名认证'),
  verification_failed: row(409, '实名认证失败'),
  already_applied: row(409, '已申请，请勿重复提交'),
  verification_awaiting: row(409, '已提交，等待审核'),

  // Uploads
  file_too_big: row(413, '文件过大'),
  file_duplicate: row(409, '文件重复'),
  file_type_wrong: row(415, '文件类型错误'),
  upload_failed: row(400, '上传失败'),

  // Any call
  parameter_wrong: row(400, '参数错误：{field}'),
  parameter_missing: row(400, '缺少参数：{field}'),
  not_found: row(404, '数据不存在'),
  operation_illegal: row(400, '非法操作'),
  request_illegal: row(400, '非法请求'),
  unauthorized: row(403, '无权操作'),
  request_failed: row(500, '请求异常'),
  try_again: row(503, '请重试'),
  state_abnormal: row(409, '状态异常'),
  key_reused: row(409, '该请求编号已用于其他内容'),
  too_many_requests: row(429, '请求过于频繁，请稍后再试'),
  busy: row(503, '系统繁忙，请稍后用同一请求编号重试'),
  body_too_big: row(413, '请求内容过大'),
} as const;

/** What the client toasts after something succeeded. They travel with a good answer's screen, never with a status. */
export const successes = {
  login_done: '登录成功',
  register_done: '注册成功',
  saved: '保存成功',
  added: '添加成功',
  deleted: '删除成功',
  updated: '更新成功',
  submitted_for_review: '提交成功，等待审核',
  password_changed: '密码修改成功',
  logout_done: '已退出登录',
  cancel_done: '撤销成功',
  trading_account_set: '交易账号设置成功',
  trading_password_set: '支付密码设置成功',
  setup_done: '设置成功',
  deposit_done: '充值成功',
  withdrawal_applied: '提币申请已提交，等待审批',
  order_filled: '已成交',
  order_placed: '委托已提交',
  started_over: '模拟账户已重置',
} as const;

export type RefusalCode = keyof typeof refusals;
export type SuccessCode = keyof typeof successes;
export type MessageCode = RefusalCode | SuccessCode;
