/** Types of the story's script: the actions of customers and operators, one in each line. */
import type { CallRequest } from '@candor/protocol/calls.ts';
import type { Language } from '@candor/protocol/languages.ts';

export type Customer = 'lena' | 'wei' | 'tom' | 'mia' | 'ben' | 'yuki' | 'carlos' | 'aisha' | 'noah';
export type OperatorName = 'sam' | 'rosa' | 'theo' | 'ada' | 'ines';

type SpotOrder = { readonly symbol: string; readonly quantity?: string; readonly amount?: string };
/** A distance from the current price in percent, such as "+8" or "-3.5"; the price is rounded to the tick. */
export type Distance = `${'+' | '-'}${number}`;

type CustomerDoes =
  /** With the invite code of this customer; by default, with the platform's. */
  | { readonly does: 'registers'; readonly invitedBy?: Customer }
  | { readonly does: 'verifies' }
  | { readonly does: 'sets a trading PIN' }
  | {
      readonly does: 'moves';
      readonly currency: string;
      readonly amount: string;
      readonly from: Purse;
      readonly to: Purse;
    }
  | ({ readonly does: 'buys' | 'sells' } & SpotOrder & { readonly at?: Distance })
  | { readonly does: 'converts'; readonly from: string; readonly to: string; readonly amount: string }
  | {
      readonly does: 'opens';
      readonly product: 'contracts' | 'forex';
      readonly symbol: string;
      readonly side: 'long' | 'short';
      readonly quantity: string;
      readonly leverage: number;
      readonly takeProfit?: Distance;
      readonly stopLoss?: Distance;
      /** The price of a limit order; without it, the order is a market order. */
      readonly at?: Distance;
    }
  | { readonly does: 'closes'; readonly product: 'contracts' | 'forex'; readonly of: string }
  | {
      readonly does: 'stakes';
      readonly symbol: string;
      readonly side: 'up' | 'down';
      readonly seconds: number;
      readonly stake: string;
    }
  | { readonly does: 'invests'; readonly amount: string }
  | {
      readonly does: 'deposits';
      readonly currency: string;
      readonly network: string;
      readonly amount: string;
    }
  | { readonly does: 'cancels the deposit'; readonly of: string }
  | {
      readonly does: 'saves an address';
      readonly network: string;
      readonly address: string;
      readonly label: string;
    }
  | { readonly does: 'withdraws'; readonly currency: string; readonly amount: string; readonly to: string }
  | { readonly does: 'applies for a loan'; readonly amount: string; readonly days: number }
  | { readonly does: 'repays'; readonly of: string; readonly amount?: string }
  | { readonly does: 'asks for leverage' }
  | { readonly does: 'writes'; readonly text: string }
  | { readonly does: 'watches'; readonly symbol: string; readonly price: Distance }
  | ({ readonly does: 'plans' } & CallRequest<'POST recurring/create'>);

export type Purse = 'spot' | 'contract' | 'option';

type OperatorDoes =
  | { readonly does: 'approves the documents' | 'rejects the documents'; readonly of: Customer }
  | { readonly does: 'credits the deposit'; readonly of: string }
  | { readonly does: 'awaits the deposit'; readonly of: string }
  | { readonly does: 'rejects the deposit'; readonly of: string }
  | {
      readonly does: 'approves the withdrawal' | 'holds the withdrawal' | 'pays the withdrawal';
      readonly of: string;
    }
  | { readonly does: 'approves the loan' | 'rejects the loan'; readonly of: string }
  | { readonly does: 'answers'; readonly of: Customer; readonly text: string; readonly thenCloses?: true }
  | {
      readonly does: 'saves a reply';
      readonly slug: string;
      readonly language: Language;
      readonly title: string;
      readonly text: string;
    }
  | { readonly does: 'writes news'; readonly slug: string; readonly texts: readonly NewsText[] }
  | { readonly does: 'releases news'; readonly slug: string };

export type NewsText = {
  readonly language: Language;
  readonly title: string;
  readonly summary: string;
  readonly body: string;
};

/** `as` names the object that the line creates, so that a later line can refer to it with `of`. */
export type CustomerLine = { readonly who: Customer; readonly as?: string } & CustomerDoes;
export type OperatorLine = { readonly who: OperatorName; readonly as?: undefined } & OperatorDoes;
export type Line = CustomerLine | OperatorLine;

/** The lines that are played at one moment, given in days and hours after the story's beginning. */
export type Scene = { readonly day: number; readonly hour: number; readonly lines: readonly Line[] };

/** The members of a union of lines whose `does` is of the kind. */
export type Among<Member, Kind> = Member extends { readonly does: infer Some }
  ? Kind extends Some
    ? Member
    : never
  : never;
