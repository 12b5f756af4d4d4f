/** Maps each kind of case to the component that shows it. */
import type { RenderCase } from '../kit/case-panel.ts';
import { ChatCase } from '../features/chat/chat-case.tsx';
import { DepositCase } from '../features/deposits/deposit-case.tsx';
import { FundOrderCase } from '../features/fund/fund-order-case.tsx';
import { KycCase } from '../features/verification/kyc-case.tsx';
import { LeverageCase } from '../features/leverage/leverage-case.tsx';
import { LoanCase } from '../features/loans/loan-case.tsx';
import { ProposalCase } from '../features/proposals/proposal-case.tsx';
import { WithdrawalCase } from '../features/withdrawals/withdrawal-case.tsx';

export const renderCase: RenderCase = (props) => {
  switch (props.of.kind) {
    case 'kyc':
      return <KycCase {...props} />;
    case 'deposit':
      return <DepositCase {...props} />;
    case 'withdrawal':
      return <WithdrawalCase {...props} />;
    case 'leverage':
      return <LeverageCase {...props} />;
    case 'fund_order':
      return <FundOrderCase {...props} />;
    case 'loan':
      return <LoanCase {...props} />;
    case 'proposal':
      return <ProposalCase {...props} />;
    case 'chat':
      return <ChatCase {...props} />;
  }
};
