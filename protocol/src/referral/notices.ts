/** What customers are told of rewards for friends. */
import { notice } from '../notices/notice.ts';

export const referralNotices = {
  /** Names amount, currency. */
  referral_earned: notice('referral', {
    zh: {
      subject: '好友为您带来分成',
      text: '{amount} {currency} 已计入您的现货账户：这是自上一条此类消息以来，您邀请的人的基金收益带给您的分成。每笔明细见应用中的“好友”。',
    },
    en: {
      subject: 'Your friends brought you a share',
      text: '{amount} {currency} were credited to your spot account: your share of the fund income of people whom you invited, since the last message of this kind. Each share is in the app, under friends.',
    },
    es: {
      subject: 'Tus amigos te trajeron una parte',
      text: 'Se abonaron {amount} {currency} en tu cuenta al contado: tu parte de los ingresos del fondo de las personas que invitaste, desde el último mensaje de este tipo. Cada parte está en la app, en amigos.',
    },
    it: {
      subject: 'I tuoi amici ti hanno portato una quota',
      text: '{amount} {currency} sono stati accreditati sul tuo conto spot: la tua quota dei rendimenti del fondo delle persone che hai invitato, dall’ultimo messaggio di questo tipo. Ogni quota è nell’app, tra gli amici.',
    },
    jp: {
      subject: 'お友だちから分配がありました',
      text: '{amount} {currency} が現物口座に入りました。前回のこの種のお知らせ以降、招待した方々のファンド収益から受け取った分配です。内訳はアプリの「友だち」にあります。',
    },
    ko: {
      subject: '친구 덕분에 몫이 생겼습니다',
      text: '{amount} {currency}가 현물 계정에 입금되었습니다. 지난 알림 이후 초대한 사람들의 펀드 수익에서 받은 몫입니다. 각 내역은 앱의 친구에 있습니다.',
    },
    pt: {
      subject: 'Seus amigos trouxeram uma parte',
      text: '{amount} {currency} foram creditados na sua conta à vista: a sua parte dos rendimentos do fundo das pessoas que você convidou, desde a última mensagem deste tipo. Cada parte está no app, em amigos.',
    },
    hk: {
      subject: '朋友為你帶來分成',
      text: '{amount} {currency} 已存入你的現貨帳戶：自上一則同類訊息以來，你邀請的人的基金收益為你帶來的分成。每筆分成載於應用程式的「朋友」內。',
    },
    vn: {
      subject: 'Bạn bè mang lại cho bạn một phần',
      text: '{amount} {currency} đã được ghi có vào tài khoản giao ngay của bạn: phần của bạn trong thu nhập quỹ của những người bạn đã mời, kể từ thông báo loại này gần nhất. Từng phần có trong ứng dụng, ở mục bạn bè.',
    },
  }),
};
