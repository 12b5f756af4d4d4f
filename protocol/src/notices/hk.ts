/** What customers are told, in Hong Kong Chinese. */
import type { NoticeTexts } from './kinds.ts';

export const texts: NoticeTexts = {
  password_changed: {
    subject: '你的密碼已更改',
    text: '你帳戶的密碼已更改，其他裝置均已登出，提幣將暫停 24 小時。如非你本人操作，請立即重設密碼並聯絡客戶服務。',
  },
  new_device: {
    subject: '新裝置登入通知',
    text: '你的帳戶在一部從未使用過的裝置上登入：{device}，地址 {address}，時間 {time_at}。如果是你本人，毋須理會。如非你本人操作，請立即重設密碼（所有登入將隨之結束）並聯絡客戶服務。',
  },
  email_changed: {
    subject: '你的電郵地址已更改',
    text: '你帳戶的電郵地址已更改，提幣將暫停 24 小時。如非你本人操作，請立即重設密碼並聯絡客戶服務。',
  },
  phone_changed: {
    subject: '你的電話號碼已更改',
    text: '你的帳戶已綁定或更換電話號碼。如非你本人操作，請立即重設密碼並聯絡客戶服務。',
  },
  factor_changed: {
    subject: '你的雙重認證已更改',
    text: '你帳戶的驗證器、通行密鑰或復原碼已新增、更換、移除或使用，提幣可能暫停 24 小時。如非你本人操作，請立即重設密碼並聯絡客戶服務。',
  },
  trading_password_changed: {
    subject: '你的交易密碼已更改',
    text: '你帳戶的交易密碼已設定或更改；如屬更改，提幣將暫停 24 小時。如非你本人操作，請立即重設登入密碼並聯絡客戶服務。',
  },
  bank_card_changed: {
    subject: '你的銀行卡已更改',
    text: '你的帳戶已綁定或更換銀行卡；如屬更換，提幣將暫停 24 小時。如非你本人操作，請立即重設密碼並聯絡客戶服務。',
  },
  guesses_locked: {
    subject: '有人嘗試猜測你的帳戶資料',
    text: '你帳戶的密碼或驗證碼多次輸入錯誤，因此該來源暫時不能再試。所有嘗試均不正確。陌生人的嘗試不會影響你慣用的裝置。如果是你本人，請稍後再試或重設密碼。如非你本人操作，雙重認證可在密碼被猜中時仍將陌生人拒諸門外。',
  },
  kyc_approved: {
    subject: '你的身份已獲核實',
    text: '你的身份核實已獲批准。如果你沒有提交申請，請聯絡客戶服務。',
  },
  kyc_rejected: {
    subject: '未能核實你的身份',
    text: '你的身份核實今次未獲批准。原因可在應用程式的「身份核實」查閱，你可在該處再次提交。如果你沒有提交申請，請聯絡客戶服務。',
  },
  leverage_decided: {
    subject: '槓桿買賣審批結果',
    text: '你的帳戶可否進行槓桿買賣已有決定。結果及原因可在應用程式的「槓桿」查閱。如果你沒有提交申請，請聯絡客戶服務。',
  },
  standing_changed: {
    subject: '你的帳戶狀態已更改',
    text: '我們已凍結、鎖定或解除限制你的帳戶。現時可進行的操作及原因可在應用程式查閱，或向客戶服務查詢。未平倉合約的止蝕及止賺繼續有效。如你認為有誤，請聯絡客戶服務。',
  },
  limits_changed: {
    subject: '你的自訂限額已更改',
    text: '你帳戶的限額或暫停期已設定或更改。收緊即時生效，放寬於 24 小時後生效。如非你本人操作，請立即重設密碼並聯絡客戶服務。',
  },
  account_closed: {
    subject: '你的帳戶已關閉',
    text: '你的帳戶已按你的要求關閉，任何人均不能再登入。如非你本人操作，請立即聯絡客戶服務。',
  },
  deposit_credited: {
    subject: '你的充值已入帳',
    text: '你的充值已入帳 {amount} {currency}，存入現貨帳戶。該紀錄及其分錄可在應用程式的「資金紀錄」查閱。',
  },
  deposit_failed: {
    subject: '你的充值未能入帳',
    text: '你的 {amount} {currency} 充值未能入帳。原因可在應用程式的「充值」查閱。如你確已匯出款項，請保留憑證並聯絡客戶服務。',
  },
  withdrawal_requested: {
    subject: '你已提交提幣申請',
    text: '已申請提幣 {amount} {currency} 至 {address}，該數量已凍結。審核期間可在應用程式取消。如非你本人操作，請取消該申請，立即重設密碼並聯絡客戶服務。',
  },
  withdrawal_held: {
    subject: '你的提幣已暫緩',
    text: '你的 {amount} {currency} 提幣已暫緩，最遲至 {until}。原因可在應用程式的「提幣」查閱。這筆款項仍屬你所有，你亦可取消提幣。',
  },
  withdrawal_sent: {
    subject: '你的提幣已匯出',
    text: '你的 {amount} {currency} 提幣已匯出至 {address}。付款編號為 {reference}。',
  },
  withdrawal_failed: {
    subject: '你的提幣未能完成',
    text: '你的 {amount} {currency} 提幣未能完成，全部數量已恢復可用。原因可在應用程式的「提幣」查閱。',
  },
  address_added: {
    subject: '已新增提幣地址',
    text: '{network} 地址 {address} 已加入你的提幣地址。如非你本人操作，請在應用程式刪除該地址，立即重設密碼並聯絡客戶服務。',
  },
  balance_corrected: {
    subject: '你的結餘已更正',
    text: '我們的兩名操作員已更正你帳戶的結餘：{amount} {currency}。該紀錄及原因可在應用程式的「資金紀錄」查閱。如你認為有誤，請聯絡客戶服務。',
  },
  promotion_granted: {
    subject: '你已獲發體驗金',
    text: '你已獲發 {amount} USDT 體驗金。體驗金可用於槓桿交易，不可提取；條件及到期時間可在應用程式的「體驗金」查閱。',
  },
  loan_disbursed: {
    subject: '你的貸款已發放',
    text: '你的 {amount} {currency} 貸款已獲批，並已存入你的現貨賬戶。請於 {until} 前還清；你可提早部分或全數還款，利息只按使用日數計算。費用詳情可在應用程式的「貸款」查閱。',
  },
  loan_refused: {
    subject: '你的貸款申請未獲批',
    text: '你的 {amount} {currency} 貸款申請未獲批。原因可在應用程式的「貸款」查閱，你的文件可再次使用。',
  },
  loan_reminder: {
    subject: '你的貸款即將到期',
    text: '你的貸款現時欠款 {amount} {currency}，請於 {until} 前還清。其後每開始一日均會收取逾期費。請在應用程式的「貸款」還款，我們不會自動扣款。',
  },
  loan_overdue: {
    subject: '你的貸款已逾期',
    text: '你的貸款應於 {until} 前還清，現時欠款 {amount} {currency}。每開始一日會增加逾期費，以協議訂明的上限為限，你的信用分已下降。你可在應用程式的「貸款」部分或全數還款，我們不會自動扣款。如有困難，請聯絡客戶服務。',
  },
  fund_ending: {
    subject: '你的基金訂單即將到期',
    text: '你在基金的 {amount} {currency} 訂單將於 {until} 到期。本金屆時會退回你的現貨帳戶，你無須辦理任何手續。',
  },
  fund_ended: {
    subject: '你的基金訂單已結束',
    text: '你的基金訂單已結束。本金 {amount} {currency} 已退回你的現貨帳戶，期內派發的收益為 {income} {currency}。最後一日餘下的部分在下一個 UTC 零時後派發。每筆派發可在應用程式的「基金」查閱。',
  },
  fund_refused: {
    subject: '你的基金訂單未獲接納',
    text: '你在基金的 {amount} {currency} 訂單未獲接納，全數已退回你的現貨帳戶。',
  },
  position_warned: {
    subject: '保證金警示',
    text: '你的 {symbol} 持倉保證金水平已降至 {share}，降至 50% 便會被強制平倉。你可於應用程式內增加保證金、平掉部分持倉或設定止蝕。',
  },
  position_closed_out: {
    subject: '你的持倉已被強制平倉',
    text: '你的 {symbol} 持倉保證金水平降至 50%，已按 {price} 強制平倉。列明各項數字的憑證在應用程式的「持倉」內，你可在該處核實。',
  },
  option_voided: {
    subject: '一張期權已作廢',
    text: '決定你 {symbol} 期權結果的一刻沒有價格，因此該期權作廢，{amount} {currency} 本金已全數退回。原因載於應用程式內該張期權。',
  },
  fund_started: {
    subject: '你的基金訂單已開始',
    text: '你在基金的 {amount} {currency} 訂單已開始，將於 {until} 完結。每日收益會存入你的現貨帳戶。',
  },
  fund_terminated: {
    subject: '你的基金訂單已提早完結',
    text: '你的基金訂單已按你的要求提早完結，扣除 {fee} {currency} 費用後，本金 {amount} {currency} 已退回你的現貨帳戶。如非你本人操作，請立即重設密碼並聯絡客戶服務。',
  },
  loan_settled: {
    subject: '你的貸款已還清',
    text: '你的 {amount} {currency} 貸款已全數還清，再無欠款。每筆還款載於應用程式的「貸款」內。',
  },
  referral_earned: {
    subject: '朋友為你帶來分成',
    text: '{amount} {currency} 已存入你的現貨帳戶：自上一則同類訊息以來，你邀請的人的基金收益為你帶來的分成。每筆分成載於應用程式的「朋友」內。',
  },
  price_alert: {
    subject: '已到達你留意的價格',
    text: '{symbol} 已到達 {level}：{reached_at} 的價格為 {price}，見價格紀錄第 {entry} 條。此提示已用完，你可於應用程式再設定一個。',
  },
  recurring_bought: {
    subject: '你的定期買入已成交',
    text: '你的定期買入以市價用 {amount} {currency} 買入了 {quantity} {coin}。成交價、手續費及收據見應用程式的「定期買入」。',
  },
  recurring_skipped: {
    subject: '你的定期買入今次已略過',
    text: '你的 {coin} 定期買入（每次 {amount} {currency}）今次已略過，原因見應用程式的「定期買入」。下一個日期之前不會補買。',
  },
  recurring_short: {
    subject: '結餘不足，定期買入今次已略過',
    text: '你的現貨賬戶結餘不足，{coin} 定期買入（每次 {amount} {currency}）今次已略過。下一個日期之前不會補買。連續三次不足，計劃會自動暫停。',
  },
  recurring_paused: {
    subject: '你的定期買入已暫停',
    text: '由於現貨賬戶結餘不足，你的 {coin} 定期買入（每次 {amount} {currency}）已連續三次略過，因此自動暫停。請先存入資金，再於應用程式恢復。',
  },
  recurring_held: {
    subject: '我們暫停了你的定期買入',
    text: '我們已暫停你的 {coin} 定期買入。原因見應用程式的「定期買入」，你可於該處恢復。',
  },
  chat_waiting: {
    subject: '有一則回覆等你查看',
    text: '客戶服務已回覆你，請於應用程式的「客戶服務」內查看。',
  },
  agreement_changed: {
    subject: '協議或法律聲明有更改',
    text: '請查看現時的內容、由何時起適用，以及之前的內容。如你不同意，可聯絡客戶服務，亦可提取資金並關閉帳戶。',
  },
};
