/** Portuguese texts of every message. */
import type { MessageCode } from '../refusals.ts';

export const texts: Readonly<Record<MessageCode, string>> = {
  // Who you are
  user_not_found: 'Este usuário não existe.',
  login_wrong: 'A conta ou a senha está incorreta. Confira as duas e tente de novo.',
  code_wrong: 'O código de verificação está incorreto ou expirou. Confira-o ou peça um novo.',
  account_taken: 'Este nome de conta já está em uso. Escolha outro.',
  invite_code_wrong: 'Este código de convite não existe. Informe um código válido.',
  old_password_wrong: 'A senha atual está incorreta. Digite-a de novo.',
  passwords_differ: 'As duas senhas não são iguais. Digite-as de novo.',
  password_length: 'A senha deve ter de {min} a {max} caracteres.',
  password_common: 'Esta senha é comum demais para ser segura. Escolha outra.',
  account_frozen: 'Sua conta está congelada. Fale com o atendimento.',
  account_locked: 'Sua conta está bloqueada. Fale com o atendimento.',
  too_young: 'É preciso ter pelo menos {min} anos.',
  session_ended: 'Sua sessão terminou. Entre de novo.',
  confirmation_needed:
    'Esta mudança precisa de uma prova de que é você, por um destes meios: {kinds}. Confirme e envie de novo.',
  confirmation_wrong: 'A prova não foi aceita, e nada foi alterado. Tente de novo.',
  approval_needed: 'Esta decisão precisa ser assinada com a sua chave.',
  approval_wrong: 'O que foi assinado não corresponde ao que foi enviado. Tente de novo.',
  reset_needed: 'Houve tentativas erradas demais, e este meio está bloqueado. Redefina-o para continuar.',
  wallet_proof_wrong:
    'A assinatura da carteira não foi aceita ({reason}). Peça uma nova mensagem e assine-a.',
  passkey_wrong: 'A chave de acesso não foi aceita. Tente de novo ou use outro meio.',
  passkeys_too_many: 'Você atingiu o máximo de {max} chaves de acesso. Remova uma primeiro.',
  email_missing: 'Sua conta ainda não tem e-mail. Vincule um primeiro.',
  phone_wrong: 'Este número de telefone não é válido. Confira o código do país e os dígitos.',
  texts_unavailable:
    'No momento não podemos enviar mensagens de texto para este número. O e-mail e o autenticador continuam funcionando.',
  trading_password_missing: 'Sua conta ainda não tem senha de negociação. Defina uma primeiro.',
  trading_password_same: 'A senha de negociação e a de acesso devem ser diferentes. Escolha outra.',
  too_many_attempts: 'Tentativas demais. Tente de novo em {seconds} segundos.',

  // Wallets and balances
  wallet_not_found: 'Carteira não encontrada. Adicione uma primeiro.',
  fund_balance_insufficient:
    'Sua conta à vista não tem saldo suficiente para o fundo. Deposite ou transfira dinheiro para ela primeiro.',
  balance_insufficient:
    'Saldo insuficiente: são necessários {needed} {currency}, há {available} {currency} disponíveis. Informe um valor menor.',
  coins_insufficient:
    'Moedas insuficientes: são necessários {needed} {currency}, há {available} {currency} disponíveis. Informe uma quantidade menor.',
  turnover_insufficient:
    'Você operou {turnover} dos {needed} USDT de volume que o seu crédito de experiência exige. Depois disso poderá convertê-lo.',
  fees_insufficient:
    'Você pode converter crédito de experiência até metade das taxas que pagou com o seu próprio dinheiro desde a concessão: {paid} USDT pagos, {converted} USDT convertidos.',
  currency_invalid: 'Esta moeda não está disponível aqui. Escolha outra.',

  // Trading
  pair_not_found: 'Par de negociação não encontrado.',
  pair_not_active: 'Este par não está aberto a novas operações.',
  trading_closed: 'A negociação está em pausa porque não há preço recente. Tente de novo em instantes.',
  market_closed: 'O mercado está fechado. Aguarde a reabertura.',
  limit_sell_below_price:
    'Uma ordem limite não pode vender abaixo do preço atual de {price}. Informe um preço maior.',
  order_not_cancellable: 'Esta ordem não pode mais ser cancelada.',
  trade_not_found: 'A operação não existe ou foi cancelada. Atualize e tente de novo.',
  lever_trade_open: 'Há uma operação alavancada em andamento. Feche-a primeiro.',
  open_trade_blocks: 'Não é possível com uma operação aberta. Feche-a primeiro.',
  quantity_below_minimum: 'A quantidade está abaixo do mínimo de {min}. Informe {min} ou mais.',
  quantity_above_maximum: 'A quantidade está acima do máximo de {max}. Informe {max} ou menos.',
  quantity_off_step: 'A quantidade deve ser um múltiplo inteiro de {step}.',
  amount_below_minimum: 'O valor está abaixo do mínimo de {min}. Informe {min} ou mais.',
  price_off_tick: 'O preço deve ser um múltiplo inteiro de {tick}.',
  price_above_maximum: 'O preço está acima do máximo de {max}. Informe {max} ou menos.',
  price_moved:
    'O preço agora é {price}, pior que o {worst} que você aceita. Confira e envie a ordem de novo.',
  liquidity_insufficient:
    'Não há liquidez suficiente para esta ordem. Reduza a quantidade ou tente mais tarde.',
  take_profit_wrong:
    'O take profit deve ficar do lado do lucro em relação ao preço de entrada {entry} e ao atual {current}, e não pode ser 0. Informe outro preço.',
  stop_loss_wrong:
    'O stop loss deve ficar do lado da perda em relação ao preço de entrada {entry} e ao atual {current}, e não pode ser 0. Informe outro preço.',
  feature_off: 'Este recurso está desativado ou indisponível no momento.',
  no_transaction_records: 'Ainda não há transações.',
  orders_too_many: 'Você atingiu o máximo de {max} ordens abertas. Cancele uma primeiro.',
  lever_not_enabled:
    'A negociação alavancada não está liberada para você. Responda ao questionário e o atendimento decidirá.',
  bank_card_missing: 'Adicione primeiro a sua conta bancária.',
  leverage_not_offered: 'Esta alavancagem não é oferecida. Escolha entre: {offered}.',
  margin_insufficient:
    'Saldo insuficiente na conta de contratos: a margem e a taxa exigem {needed} {currency}, disponíveis {available} {currency}. Transfira dinheiro ou reduza a quantidade.',
  credit_insufficient:
    'Crédito de experiência insuficiente: são necessários {needed} {currency}, disponíveis {available} {currency}. Pague de outra conta ou informe um número menor.',
  credit_hedged:
    'Você tem o lado oposto de {symbol}. O crédito de experiência não pode ser metade de um hedge: feche primeiro o outro lado ou escolha outro símbolo.',
  profit_lock_wrong:
    'A trava de lucro deve ficar entre o preço de entrada {entry} e o atual {current}, com a posição no lucro. Informe outro preço.',
  trailing_wrong:
    'A distância do stop móvel deve ser maior que 0 e menor que o preço atual de {current}. Informe outra.',
  position_not_open: 'Esta posição não está aberta ou já foi fechada. Atualize para ver a situação.',
  position_closing:
    'Esta posição já está sendo fechada. Ela fecha no primeiro preço após a abertura do mercado; não é preciso fazer nada.',
  market_closed_until: 'O mercado está fechado até {reopens_at}. Tente de novo nesse horário.',
  positions_too_many:
    'Você atingiu o máximo de {max} posições e ordens pendentes. Feche ou cancele uma primeiro.',

  // Short options
  duration_not_offered: 'Esta duração não é oferecida. Escolha uma destas, em segundos: {offered}.',
  payout_changed: 'O retorno agora é {payout_ratio} do valor aplicado. Confira e envie a ordem de novo.',
  session_ends_first:
    'O mercado fecha ({closes_at}) antes do vencimento desta opção. Escolha uma duração menor.',
  stake_below_minimum: 'O valor está abaixo do mínimo. Informe {min} {currency} ou mais.',
  stake_above_maximum: 'O valor está acima do máximo. Informe {max} {currency} ou menos.',
  tickets_too_many: 'Você atingiu o máximo de {max} opções abertas. Aguarde o vencimento de uma.',
  exposure_customer_full:
    'Suas opções abertas podem ganhar juntas no máximo {max} USDT. Reduza o valor ou aguarde o vencimento de uma.',
  exposure_full:
    'As opções abertas neste mercado atingiram o limite da plataforma. Reduza o valor ou tente mais tarde.',
  option_balance_insufficient:
    'Saldo insuficiente na conta de opções: são necessários {needed} {currency}, disponíveis {available} {currency}. Transfira dinheiro ou reduza o valor.',

  // Deposits and withdrawals
  address_missing: 'Ainda não há endereço de saque. Adicione um primeiro.',
  address_exists: 'Este endereço já está na sua lista.',
  address_not_yours: 'Você só pode excluir seus próprios endereços.',
  withdrawal_pending: 'Você já tem um pedido de saque. Aguarde a análise.',
  withdrawal_exceeds_holdings: 'O saque é maior do que você possui. Informe um valor menor.',
  trading_password_wrong: 'A senha de negociação está incorreta. Tente de novo.',
  deposit_not_found: 'O depósito não existe ou não pode mais ser alterado.',
  network_invalid: 'Esta rede não é oferecida. Escolha outra.',
  deposits_too_many: 'Você já tem {max} depósitos em análise. Aguarde a análise de um ou cancele um.',
  reference_used:
    'Este número de transação já foi informado em outro depósito. Confira ou fale com o atendimento.',
  address_wrong: 'Este não é um endereço {network} válido. Copie-o de novo de onde você recebe.',
  address_of_house:
    'Este é um dos nossos endereços de depósito. Informe o endereço em que você quer receber.',
  alerts_too_many: 'Você já espera {max} preços. Exclua um primeiro.',
  recurring_too_many: 'Você já tem {max} compras recorrentes. Exclua uma primeiro.',
  addresses_too_many: 'Sua lista está cheia, com {max} endereços. Exclua um primeiro.',
  address_not_ready: 'Este endereço é novo e pode ser usado a partir de {until}.',
  withdrawal_below_minimum: 'O saque está abaixo do mínimo. Informe {min} {currency} ou mais.',
  withdrawal_above_maximum: 'O saque está acima do máximo. Informe {max} {currency} ou menos.',
  withdrawal_day_maximum:
    'Isto passa do que se pode sacar em 24 horas: restam {left} {currency}. Informe um valor menor ou tente mais tarde.',
  quote_expired: 'Este preço expirou e nada foi trocado. Peça um novo.',
  quotes_exhausted:
    'Em uma hora você recebeu {max} preços sem fazer a troca. Você pode pedir outro a partir de {until}.',
  exchange_too_small: 'A quantidade é tão pequena que nada seria recebido. Informe uma maior.',
  exchange_too_large: 'Uma troca pode valer no máximo {max} USDT. Informe uma quantidade menor.',

  // Operators
  conflict_of_interest: 'Você tem vínculo com este cliente, por isso outra pessoa precisa decidir.',
  case_changed: 'Isto mudou desde que você viu. Veja de novo antes de decidir.',
  case_held: 'Este caso está retido. Libere-o primeiro.',
  day_cap_reached: 'Isto vale {worth} USDT, e do seu limite de 24 horas restam {left} USDT.',
  colleague_needed: 'Por enquanto você chegou a {max} clientes. Peça a outro administrador que libere mais.',
  second_person_needed: 'Outra pessoa precisa aprovar.',
  two_admins_needed: 'Precisam ficar dois administradores. Adicione outro antes.',
  article_text_wrong: 'Linha {line} ({language}): “{found}” não é permitido aqui. Mude e salve de novo.',
  articles_too_many: 'Já há {max} artigos, o máximo.',
  holds_used_up: 'Já foi retido {max} vezes e não pode ser mais. Decida o caso.',
  amount_above_cap: 'O valor passa do que um lançamento pode mover: {max}.',
  effective_too_soon:
    'As condições precisam começar pelo menos {seconds} segundos depois de agora. Escolha um horário posterior.',
  credit_active: 'Este cliente ainda tem crédito de experiência em andamento.',
  house_funds_insufficient: 'A conta da casa não tem saldo suficiente para isto.',

  // Fund and loans
  project_ended: 'Este projeto não existe ou já terminou.',
  project_state_wrong: 'Não é possível no estado atual do projeto.',
  participants_full: 'O número máximo de participantes foi atingido.',
  deposit_out_of_range: 'O depósito deve ficar entre {min} e {max}.',
  loan_out_of_range: 'O empréstimo deve ficar entre {min} e {max}.',
  terms_changed: 'As condições mudaram. Confira e envie de novo.',
  project_limit_reached: 'Cada conta pode participar desta faixa no máximo {max} vezes.',
  loan_days_not_offered: 'Este prazo não está disponível. Escolha um destes, em dias: {offered}.',
  agreement_changed: 'O contrato de empréstimo mudou. Leia e aceite de novo.',
  credit_score_low: 'A pontuação de crédito é baixa demais; é preciso pelo menos {min}.',
  loan_open: 'Já existe um empréstimo em aberto. Outro pode ser pedido quando ele for quitado.',
  loan_not_found: 'Este empréstimo não existe.',
  repayment_above_due: 'Não é possível pagar mais do que se deve: {max} {currency}.',
  order_out_of_range: 'O valor da ordem deve ficar entre {min} e {max}.',
  order_state_wrong: 'Não é possível no estado atual da ordem.',
  product_not_found: 'Este produto não existe.',
  amount_wrong: 'O valor não é válido. Informe outro.',

  // Identity verification
  id_number_verified: 'Este número de documento já foi verificado.',
  verification_needed: 'Verifique primeiro sua identidade.',
  already_applied: 'Você já fez a solicitação. Não é preciso enviar de novo.',
  verification_awaiting: 'Sua solicitação foi enviada e aguarda análise.',
  file_not_found: 'Este arquivo não existe ou já foi usado. Envie-o de novo.',

  // Bank card
  swift_wrong: 'Este código SWIFT não é válido. Confira com o seu banco.',
  iban_wrong: 'Este IBAN não é válido. Confira todas as letras e dígitos.',
  routing_number_wrong: 'Este número de roteamento não é válido. Confira com o seu banco.',

  // What one’s country, or oneself, does not allow
  product_not_offered: 'Este produto não é oferecido no seu país. Veja quais são.',
  leverage_above_cap: 'No seu país a alavancagem deste instrumento vai até {max}×. Escolha uma menor.',
  own_limit_reached:
    'Isto passa de um limite que você definiu: restam {left} USDT. Informe um valor menor ou espere o próximo período.',
  timed_out: 'Você pausou a negociação até {until}. Fechar e sacar continua possível.',
  self_excluded: 'Você se autoexcluiu da negociação até {until}. Fechar e sacar continua possível.',
  balance_left: 'Ainda há dinheiro na conta. Saque-o primeiro.',
  withdrawals_paused:
    'Os saques estão pausados enquanto verificamos nossos registros. Tente novamente mais tarde.',
  withdrawals_held:
    'Uma configuração de segurança mudou há pouco, e os saques esperam até {until}. Tente de novo então.',

  // Uploads
  uploads_too_many: 'Você enviou todos os arquivos que um dia permite. Tente de novo amanhã.',
  file_too_big: 'O arquivo é grande demais. Escolha um menor.',
  file_duplicate: 'Este arquivo já foi enviado. Escolha outro.',
  file_type_wrong: 'Este tipo de arquivo não é aceito. Escolha outro.',
  upload_failed: 'O envio do arquivo falhou. Tente de novo.',

  // Any call
  parameter_wrong: 'Este dado não é válido: {field}. Corrija e tente de novo.',
  parameter_missing: 'Falta este dado: {field}. Preencha e tente de novo.',
  not_found: 'Nada foi encontrado aqui.',
  operation_illegal: 'Esta operação não é permitida.',
  request_illegal: 'Não foi possível ler a solicitação.',
  unauthorized: 'Você não tem autorização para fazer isso.',
  clock_fixed: 'O relógio só pode ser adiantado enquanto um mercado simulado está em funcionamento.',
  request_failed: 'Algo deu errado do nosso lado. Tente mais tarde.',
  try_again: 'Não funcionou. Tente de novo.',
  state_abnormal: 'Não é possível no estado atual. Atualize e tente de novo.',
  key_reused: 'Este número de solicitação já foi usado para outra coisa.',
  host_unknown: 'Este endereço não é nosso. Abra o aplicativo pelo endereço correto.',
  origin_foreign: 'A solicitação veio de outro site.',
  too_many_requests: 'Solicitações demais. Aguarde um momento e tente de novo.',
  busy: 'O sistema está ocupado. Tente de novo em instantes; nada será feito duas vezes.',
  storage_low:
    'Estamos com pouco espaço de armazenamento e não podemos aceitar isto agora. Negociação, depósitos e saques continuam.',
  body_too_big: 'A solicitação é grande demais.',

  // What succeeded
  login_done: 'Sessão iniciada',
  register_done: 'Conta aberta',
  saved: 'Salvo',
  added: 'Adicionado',
  deleted: 'Excluído',
  updated: 'Atualizado',
  submitted_for_review: 'Enviado, aguardando análise',
  password_changed: 'Senha alterada',
  logout_done: 'Sessão encerrada',
  cancel_done: 'Cancelado',
  trading_account_set: 'Conta de negociação definida',
  trading_password_set: 'Senha de negociação definida',
  setup_done: 'Configuração concluída',
  deposit_done: 'Depósito concluído',
  withdrawal_applied: 'Saque solicitado, aguardando aprovação',
  order_filled: 'Ordem executada',
  order_placed: 'Ordem enviada',
  started_over: 'Conta de demonstração reiniciada',
  position_opened: 'Posição aberta',
  position_closed: 'Posição fechada',
  close_waiting: 'Aceito, fecha no próximo preço',
  stops_set: 'Níveis definidos',
  margin_added: 'Margem adicionada',
  transfer_done: 'Transferência feita',
  exchange_done: 'Troca feita',
  credit_converted: 'Convertido em USDT',
  session_closed: 'Dispositivo desconectado',
  limit_set: 'Limite definido',
  limit_pending: 'Aceito, vale em 24 horas',
  account_closed: 'Conta encerrada',
};
