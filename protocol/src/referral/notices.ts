/** Messages to customers about referral. */
import { notice } from '../notices/notice.ts';

export const referralNotices = {
  /** Params: amount, currency. */
  referral_earned: notice('referral', {
    zh: {
      subject: '您获得了邀请奖励',
      text: '{amount} {currency} 邀请奖励已计入您的现货账户：这是自上一条此类消息以来，好友的基金收益为您带来的奖励。明细见应用中的“邀请好友”。',
    },
    en: {
      subject: 'You’ve earned from inviting friends',
      text: 'We’ve credited {amount} {currency} to your spot account. This is your reward for inviting friends, based on their fund income since our last message. You can see each reward in the app, under Invite friends.',
    },
    es: {
      subject: 'Recibiste una recompensa por tus amigos',
      text: 'Abonamos {amount} {currency} en tu cuenta spot. Es tu recompensa por invitar amigos, según sus ingresos del fondo desde nuestro último mensaje. Cada recompensa está en la app, en Invitar amigos.',
    },
    it: {
      subject: 'Hai ricevuto un premio per i tuoi inviti',
      text: 'Abbiamo accreditato {amount} {currency} sul conto spot. È il premio per gli amici che hai invitato, in base ai loro proventi dal fondo dall’ultimo messaggio. Trovi ogni premio nell’app, in Invita amici.',
    },
    jp: {
      subject: '招待報酬が入りました',
      text: '招待報酬 {amount} {currency}が現物口座に入りました。前回のお知らせ以降の、招待した方々のファンド収益に応じた額です。内訳はアプリの「友だちを招待」でご確認いただけます。',
    },
    ko: {
      subject: '친구 초대 보상이 지급되었습니다',
      text: '현물 계좌에 입금된 친구 초대 보상은 {amount} {currency}입니다. 지난 알림 이후 초대한 친구들의 펀드 수익에 따른 금액입니다. 내역은 앱의 ‘친구 초대’에서 볼 수 있습니다.',
    },
    pt: {
      subject: 'Você recebeu uma recompensa por convites',
      text: 'Creditamos {amount} {currency} na sua conta spot. É sua recompensa por convidar amigos, com base no rendimento deles no fundo desde a última mensagem. Cada recompensa está no app, em Convidar amigos.',
    },
    hk: {
      subject: '你獲得了邀請獎勵',
      text: '{amount} {currency} 邀請獎勵已存入你的現貨帳戶：自上一則同類訊息以來，朋友的基金收益為你帶來的獎勵。每筆獎勵載於應用程式的「邀請朋友」內。',
    },
    vn: {
      subject: 'Bạn nhận được thưởng mời bạn bè',
      text: '{amount} {currency} đã được ghi có vào tài khoản giao ngay của bạn. Đây là phần thưởng mời bạn bè, tính theo thu nhập quỹ của họ kể từ thông báo trước. Từng khoản có trong ứng dụng, ở mục Mời bạn bè.',
    },
  }),
};
