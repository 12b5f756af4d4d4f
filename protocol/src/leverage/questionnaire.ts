/**
 * The questions about leveraged trading and their possible answers, as codes; their texts are in the web app. Only the server
 * knows the right answers of the quiz.
 */
export const questionnaire = {
  /** The customer's own rating of their knowledge of leverage. */
  knowledge: ['none', 'some', 'good'],
  /** Leveraged trades in the past. */
  experience: ['none', 'under_one_year', 'one_to_three_years', 'over_three_years'],
  /** Whether losing the whole margin would be bearable. */
  loss_capacity: ['bearable', 'hard', 'unbearable'],
  /** The source of the money to trade with. */
  funds_source: ['salary', 'savings', 'business', 'inheritance', 'borrowed', 'other'],
  /** Margin 100, leverage 10, the price moves 1% against the position: the loss. */
  quiz_leverage: ['one', 'ten', 'hundred'],
  /** What happens when equity falls to half of the initial margin. */
  quiz_close_out: ['nothing', 'only_a_warning', 'position_is_closed'],
  /** The price jumps over a stop-loss: the price at which it closes. */
  quiz_gap: ['at_the_stop', 'at_the_next_price', 'not_at_all'],
  /** The maximum loss of a position. */
  quiz_worst: ['half_the_margin', 'the_margin', 'the_whole_account'],
} as const;

export type QuestionCode = keyof typeof questionnaire;
export const questionCodes = Object.keys(questionnaire) as [QuestionCode, ...QuestionCode[]];
