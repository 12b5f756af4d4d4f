/**
 * The questions about leveraged trading and their possible answers, as codes. Their texts are in the web app, and only the
 * server has the correct answers of the quiz.
 */
export const questionnaire = {
  /** How well the customer knows leverage. */
  knowledge: ['none', 'some', 'good'],
  /** How many leveraged trades the customer has made. */
  experience: ['none', 'under_one_year', 'one_to_three_years', 'over_three_years'],
  /** Whether the customer could bear the loss of the entire margin. */
  loss_capacity: ['bearable', 'hard', 'unbearable'],
  /** The source of the money to trade with. */
  funds_source: ['salary', 'savings', 'business', 'inheritance', 'borrowed', 'other'],
  /** Quiz: the loss at a margin of 100 and a leverage of 10 if the price moves 1% against the position. */
  quiz_leverage: ['one', 'ten', 'hundred'],
  /** Quiz: the effect of equity falling to half of the initial margin. */
  quiz_close_out: ['nothing', 'only_a_warning', 'position_is_closed'],
  /** Quiz: the price at which a position closes if the price jumps over its stop-loss. */
  quiz_gap: ['at_the_stop', 'at_the_next_price', 'not_at_all'],
  /** Quiz: the maximum loss of a position. */
  quiz_worst: ['half_the_margin', 'the_margin', 'the_whole_account'],
} as const;

export type QuestionCode = keyof typeof questionnaire;
export const questionCodes = Object.keys(questionnaire) as [QuestionCode, ...QuestionCode[]];
