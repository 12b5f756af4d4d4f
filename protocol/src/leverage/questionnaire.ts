/**
 * The questions about leveraged trading and their possible answers, as codes. Their texts are in the web app, and only the
 * server has the correct answers of the quiz.
 */
export const questionnaire = {
  /** The customers' rating of their own knowledge of leverage. */
  knowledge: ['none', 'some', 'good'],
  /** How many leveraged trades they have made. */
  experience: ['none', 'under_one_year', 'one_to_three_years', 'over_three_years'],
  /** Whether they could bear the loss of their whole margin. */
  loss_capacity: ['bearable', 'hard', 'unbearable'],
  /** The source of the money to trade with. */
  funds_source: ['salary', 'savings', 'business', 'inheritance', 'borrowed', 'other'],
  /** The loss at a margin of 100 and leverage of 10 if the price moves 1% against the position. */
  quiz_leverage: ['one', 'ten', 'hundred'],
  /** The effect of equity falling to half of the initial margin. */
  quiz_close_out: ['nothing', 'only_a_warning', 'position_is_closed'],
  /** The price at which a position closes if the price jumps over its stop-loss. */
  quiz_gap: ['at_the_stop', 'at_the_next_price', 'not_at_all'],
  /** The maximum loss of a position. */
  quiz_worst: ['half_the_margin', 'the_margin', 'the_whole_account'],
} as const;

export type QuestionCode = keyof typeof questionnaire;
export const questionCodes = Object.keys(questionnaire) as [QuestionCode, ...QuestionCode[]];
