/**
 * The questions about leveraged trading, and the answers to choose from, as codes; their texts stand in the web app. Which
 * answers of the quiz are right only the server knows.
 */
export const questionnaire = {
  /** What the customer says to know of leverage. */
  knowledge: ['none', 'some', 'good'],
  /** Leveraged trades in the past. */
  experience: ['none', 'under_one_year', 'one_to_three_years', 'over_three_years'],
  /** Whether losing the whole margin would be bearable. */
  loss_capacity: ['bearable', 'hard', 'unbearable'],
  /** Where the money to trade with comes from. */
  funds_source: ['salary', 'savings', 'business', 'inheritance', 'borrowed', 'other'],
  /** Margin 100, leverage 10, the price moves 1% against the position: what is lost. */
  quiz_leverage: ['one', 'ten', 'hundred'],
  /** What happens when equity falls to half of the initial margin. */
  quiz_close_out: ['nothing', 'only_a_warning', 'position_is_closed'],
  /** The price jumps over a stop-loss: at which price it closes. */
  quiz_gap: ['at_the_stop', 'at_the_next_price', 'not_at_all'],
  /** The most that a position can lose. */
  quiz_worst: ['half_the_margin', 'the_margin', 'the_whole_account'],
} as const;

export type QuestionCode = keyof typeof questionnaire;
export const questionCodes = Object.keys(questionnaire) as [QuestionCode, ...QuestionCode[]];
