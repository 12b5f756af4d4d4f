/** What customers are told, in Portuguese. */
import type { NoticeTexts } from './kinds.ts';

export const texts: NoticeTexts = {
  password_changed: {
    subject: 'Sua senha foi alterada',
    text: 'A senha da sua conta foi alterada e seus outros dispositivos foram desconectados. Os saques ficam retidos por 24 horas. Se não foi você, defina uma nova senha agora e fale com o atendimento.',
  },
  new_device: {
    subject: 'Entrada em um novo dispositivo',
    text: 'Sua conta foi acessada em um dispositivo que ainda não conhecíamos: {device}, do endereço {address}, {time_at}. Se foi você, não é preciso fazer nada. Se não foi, defina uma nova senha agora, o que encerra todas as sessões, e fale com o atendimento.',
  },
  email_changed: {
    subject: 'Seu e-mail foi alterado',
    text: 'O e-mail da sua conta foi alterado. Os saques ficam retidos por 24 horas. Se não foi você, defina uma nova senha agora e fale com o atendimento.',
  },
  phone_changed: {
    subject: 'Seu telefone foi alterado',
    text: 'Um telefone foi vinculado à sua conta ou substituído. Se não foi você, defina uma nova senha agora e fale com o atendimento.',
  },
  factor_changed: {
    subject: 'Sua verificação em duas etapas foi alterada',
    text: 'Um autenticador, uma chave de acesso ou um código de recuperação da sua conta foi adicionado, substituído, removido ou usado. Os saques podem ficar retidos por 24 horas. Se não foi você, defina uma nova senha agora e fale com o atendimento.',
  },
  trading_password_changed: {
    subject: 'Sua senha de negociação foi alterada',
    text: 'A senha de negociação da sua conta foi definida ou alterada. Após uma alteração, os saques ficam retidos por 24 horas. Se não foi você, defina uma nova senha de acesso agora e fale com o atendimento.',
  },
  bank_card_changed: {
    subject: 'Seu cartão bancário foi alterado',
    text: 'Um cartão bancário foi vinculado à sua conta ou substituído. Após uma substituição, os saques ficam retidos por 24 horas. Se não foi você, defina uma nova senha agora e fale com o atendimento.',
  },
  guesses_locked: {
    subject: 'Alguém tentou adivinhar os dados da sua conta',
    text: 'Houve várias tentativas erradas com uma senha ou um código da sua conta, por isso por um tempo não aceitamos outras dali. Nenhuma acertou. Um estranho não consegue bloquear os dispositivos que você usa. Se foi você, tente mais tarde ou defina uma nova senha. Se não foi, um segundo fator barra estranhos mesmo que descubram a senha.',
  },
  kyc_approved: {
    subject: 'Sua identidade foi verificada',
    text: 'A verificação da sua identidade foi aprovada. Se você não a pediu, fale com o atendimento.',
  },
  kyc_rejected: {
    subject: 'Não foi possível verificar sua identidade',
    text: 'Desta vez a verificação da sua identidade não foi aprovada. O motivo está no aplicativo, em verificação, onde você pode tentar de novo. Se você não a pediu, fale com o atendimento.',
  },
  leverage_decided: {
    subject: 'Uma decisão sobre a alavancagem',
    text: 'Foi decidido se a sua conta pode operar com alavancagem. A decisão e o motivo estão no aplicativo, em alavancagem. Se você não a pediu, fale com o atendimento.',
  },
  standing_changed: {
    subject: 'A situação da sua conta mudou',
    text: 'Congelamos, bloqueamos ou liberamos a sua conta. O que você pode fazer agora, e o motivo, está no aplicativo ou com o atendimento. Os stops e alvos das posições abertas continuam valendo. Se achar que é um engano, fale com o atendimento.',
  },
  limits_changed: {
    subject: 'Seus limites próprios foram alterados',
    text: 'Um limite ou uma pausa da sua conta foi definido ou alterado. O que é mais rígido vale na hora, o que é mais folgado, após 24 horas. Se não foi você, defina uma nova senha agora e fale com o atendimento.',
  },
  account_closed: {
    subject: 'Sua conta foi encerrada',
    text: 'Sua conta foi encerrada como você pediu, e ninguém mais pode entrar nela. Se não foi você, fale com o atendimento imediatamente.',
  },
  deposit_credited: {
    subject: 'Seu depósito foi creditado',
    text: '{amount} {currency} do seu depósito foram creditados na sua conta à vista. O registro com o seu lançamento está no aplicativo, em registros financeiros.',
  },
  deposit_failed: {
    subject: 'Seu depósito não foi creditado',
    text: 'Seu depósito de {amount} {currency} não foi creditado. O motivo está no aplicativo, em depósitos. Se você enviou o dinheiro, guarde o comprovante e fale com o atendimento.',
  },
  withdrawal_requested: {
    subject: 'Você pediu um saque',
    text: 'Foi pedido um saque de {amount} {currency} para {address}, e o valor está congelado. Ele pode ser cancelado no aplicativo enquanto estiver em análise. Se não foi você, cancele-o, defina uma nova senha agora e fale com o atendimento.',
  },
  withdrawal_held: {
    subject: 'Seu saque está retido',
    text: 'Seu saque de {amount} {currency} está retido no máximo até {until}. O motivo está no aplicativo, em saques. O dinheiro continua sendo seu, e você pode cancelar o saque.',
  },
  withdrawal_sent: {
    subject: 'Seu saque foi enviado',
    text: 'Seu saque de {amount} {currency} foi enviado para {address}. A referência do pagamento é {reference}.',
  },
  withdrawal_failed: {
    subject: 'Seu saque não foi realizado',
    text: 'Seu saque de {amount} {currency} não foi realizado, e todo o valor está disponível de novo. O motivo está no aplicativo, em saques.',
  },
  address_added: {
    subject: 'Um endereço de saque foi adicionado',
    text: 'O endereço {network} {address} foi adicionado aos endereços para os quais seu dinheiro pode ser sacado. Se não foi você, exclua-o no aplicativo, defina uma nova senha agora e fale com o atendimento.',
  },
  balance_corrected: {
    subject: 'Seu saldo foi corrigido',
    text: 'Dois dos nossos operadores corrigiram um saldo da sua conta em {amount} {currency}. O registro com o motivo está no aplicativo, em registros financeiros. Se achar que é um engano, fale com o atendimento.',
  },
  promotion_granted: {
    subject: 'Você recebeu crédito de experiência',
    text: 'Você recebeu um crédito de experiência de {amount} USDT. Ele serve para operações alavancadas e não pode ser sacado; as condições e o prazo estão no aplicativo, em crédito de experiência.',
  },
  loan_disbursed: {
    subject: 'Seu empréstimo foi liberado',
    text: 'Seu empréstimo de {amount} {currency} foi aprovado e está na sua conta à vista. Deve ser pago até {until}; você pode pagar antes, em parte ou por inteiro, com juros só dos dias usados. O que ele custa está no aplicativo, em empréstimos.',
  },
  loan_refused: {
    subject: 'Seu empréstimo não foi aprovado',
    text: 'Seu pedido de empréstimo de {amount} {currency} não foi aprovado. O motivo está no aplicativo, em empréstimos, e seus documentos podem ser usados de novo.',
  },
  loan_reminder: {
    subject: 'Seu empréstimo vence em breve',
    text: 'Agora você deve {amount} {currency} do seu empréstimo, a pagar até {until}. A partir daí cada dia iniciado custa uma taxa. Você paga no aplicativo, em empréstimos; nada é cobrado sozinho.',
  },
  loan_overdue: {
    subject: 'Seu empréstimo está atrasado',
    text: 'Seu empréstimo devia ser pago até {until} e agora você deve {amount} {currency}. Cada dia iniciado soma uma taxa, até o limite do seu contrato, e sua pontuação de crédito caiu. Você paga no aplicativo, em empréstimos, em parte ou por inteiro; nada é cobrado sozinho. Se não puder, fale com o atendimento ao cliente.',
  },
  fund_ending: {
    subject: 'Sua ordem no fundo termina em breve',
    text: 'Sua ordem de {amount} {currency} no fundo termina em {until}. O principal volta então para a sua conta à vista, e você não precisa fazer nada.',
  },
  fund_ended: {
    subject: 'Sua ordem no fundo terminou',
    text: 'Sua ordem no fundo terminou. {amount} {currency} de principal estão de volta na sua conta à vista; os rendimentos pagos nesses dias somam {income} {currency}. O que resta do último dia é pago depois da próxima meia-noite UTC. Cada pagamento está no aplicativo, no fundo.',
  },
  fund_refused: {
    subject: 'Sua ordem no fundo não foi aceita',
    text: 'Sua ordem de {amount} {currency} no fundo não foi aceita. O valor inteiro está de volta na sua conta à vista.',
  },
  position_warned: {
    subject: 'Aviso de margem',
    text: 'A saúde da margem da sua posição em {symbol} caiu para {share}. Em 50% ela é encerrada à força. No app você pode adicionar margem, fechar uma parte ou definir um stop.',
  },
  position_closed_out: {
    subject: 'Sua posição foi encerrada à força',
    text: 'A saúde da margem da sua posição em {symbol} caiu para 50%, e ela foi encerrada à força a {price}. O recibo com todos os números está no app, em posições, onde você pode verificá-lo.',
  },
  option_voided: {
    subject: 'Uma opção foi anulada',
    text: 'Não havia preço em um momento que decide a sua opção em {symbol}, por isso ela foi anulada. O valor de {amount} {currency} voltou por inteiro. A opção no app diz o motivo.',
  },
  fund_started: {
    subject: 'Sua ordem no fundo começou',
    text: 'Sua ordem de {amount} {currency} no fundo começou e termina em {until}. O rendimento de cada dia é creditado na sua conta à vista.',
  },
  fund_terminated: {
    subject: 'Sua ordem no fundo terminou antes',
    text: 'Sua ordem no fundo terminou antes do prazo, como você pediu. {amount} {currency} do principal estão de volta na sua conta à vista, após uma taxa de {fee} {currency}. Se não foi você, defina já uma nova senha e fale com o atendimento.',
  },
  loan_settled: {
    subject: 'Seu empréstimo está quitado',
    text: 'Seu empréstimo de {amount} {currency} foi pago por inteiro e nada mais é devido. Cada pagamento está no app, em empréstimos.',
  },
  referral_earned: {
    subject: 'Seus amigos trouxeram uma parte',
    text: '{amount} {currency} foram creditados na sua conta à vista: a sua parte dos rendimentos do fundo das pessoas que você convidou, desde a última mensagem deste tipo. Cada parte está no app, em amigos.',
  },
  price_alert: {
    subject: 'Um preço que você espera foi atingido',
    text: '{symbol} atingiu {level}: estava a {price} em {reached_at}, na entrada {entry} do registro de preços. Este alerta já foi usado; você pode definir outro no app.',
  },
  recurring_bought: {
    subject: 'Sua compra recorrente foi feita',
    text: 'Sua compra recorrente de {amount} {currency} comprou {quantity} {coin} a preço de mercado. O preço, a taxa e o comprovante estão no app, em Compras recorrentes.',
  },
  recurring_skipped: {
    subject: 'Sua compra recorrente foi pulada',
    text: 'Desta vez, sua compra recorrente de {amount} {currency} de {coin} foi pulada. O motivo está no app, em Compras recorrentes. Não tentaremos de novo antes da próxima data.',
  },
  recurring_short: {
    subject: 'Saldo insuficiente para sua compra recorrente',
    text: 'Não havia saldo suficiente na sua conta spot para a compra recorrente de {amount} {currency} de {coin}, por isso ela foi pulada. Não tentaremos de novo antes da próxima data. Após três vezes seguidas, pausamos o plano.',
  },
  recurring_paused: {
    subject: 'Sua compra recorrente está pausada',
    text: 'Sua compra recorrente de {amount} {currency} de {coin} foi pulada pela terceira vez seguida por falta de saldo na conta spot, por isso a pausamos. Adicione saldo e retome-a no app.',
  },
  recurring_held: {
    subject: 'Pausamos sua compra recorrente',
    text: 'Pausamos sua compra recorrente de {coin}. O motivo está no app, em Compras recorrentes, onde você pode retomá-la.',
  },
  chat_waiting: {
    subject: 'Uma resposta espera por você',
    text: 'O atendimento respondeu a você. A resposta está no app, em atendimento.',
  },
  agreement_changed: {
    subject: 'Um contrato ou aviso legal mudou',
    text: 'Leia o que diz agora, desde quando vale e o que dizia antes. Se você não concordar, o atendimento está à disposição, e você pode sacar seu dinheiro e encerrar sua conta.',
  },
};
