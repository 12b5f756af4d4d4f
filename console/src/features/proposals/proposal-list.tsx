/** What takes two persons: what waits, and what became of it. */
import { Button } from '@mui/material';
import { FunctionField, LinkBase, SelectInput } from 'react-admin';
import { CustomerLink, Link } from '../../kit/links.tsx';
import { RecordList } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { codeWords } from '../../lib/words.ts';
import type { Proposal } from './find-proposal.ts';
import { bodySentence } from './proposal-body.ts';

const states = ['proposed', 'done', 'rejected', 'withdrawn'].map((id) => ({ id, name: codeWords(id) }));
const filters = [
  <SelectInput key="status" source="status" label="State" choices={states} helperText={false} alwaysOn />,
];

export function ProposalList() {
  return (
    <RecordList
      resource="proposals"
      title="Proposals"
      filters={filters}
      empty="No proposals."
      actions={
        <Button component={LinkBase} to="/propose" variant="outlined">
          New proposal
        </Button>
      }
    >
      <FunctionField
        label="What"
        render={(row: Proposal) => (
          <Link row to={`/cases/proposal-${row.id}`}>
            {codeWords(row.kind)}
          </Link>
        )}
      />
      <FunctionField
        label="For"
        render={(row: Proposal) => <CustomerLink id={row.customer} account={row.account} />}
      />
      <FunctionField label="Does" render={(row: Proposal) => bodySentence(row.kind, row.body, row.account)} />
      <FunctionField label="Reason" render={(row: Proposal) => row.reason} />
      <FunctionField label="State" render={(row: Proposal) => <StateChip state={row.status} />} />
      <FunctionField label="Proposed by" render={(row: Proposal) => row.proposed_by} />
      <FunctionField label="Proposed" render={(row: Proposal) => <When at={row.proposed_at} />} />
      <FunctionField label="Decided by" render={(row: Proposal) => row.decided_by ?? ''} />
    </RecordList>
  );
}
