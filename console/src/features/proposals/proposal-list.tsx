/** The list of pending and decided proposals. */
import { Button } from '@mui/material';
import { FunctionField, LinkBase, SelectInput } from 'react-admin';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { CustomerLink, Link } from '../../kit/links.tsx';
import { RecordList } from '../../kit/record-list.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import type { Proposal } from './find-proposal.ts';
import { bodySentence } from './proposal-body.ts';

const states = ['proposed', 'done', 'rejected', 'withdrawn'] as const;
const filters = (t: Say) => [
  <SelectInput
    key="status"
    source="status"
    label={t('ui.state')}
    choices={states.map((id) => ({ id, name: t(`codes.proposal.${id}`) }))}
    helperText={false}
    alwaysOn
  />,
];

export function ProposalList() {
  const t = useSay();
  return (
    <RecordList
      resource="proposals"
      title={t('proposals.title')}
      filters={filters(t)}
      empty={t('proposals.empty')}
      actions={
        <Button component={LinkBase} to="/propose" variant="outlined">
          {t('proposals.new')}
        </Button>
      }
    >
      <FunctionField
        label={t('proposals.what')}
        render={(row: Proposal) => (
          <Link row to={`/cases/proposal-${row.id}`}>
            {t(`codes.proposal_kind.${row.kind}`)}
          </Link>
        )}
      />
      <FunctionField
        label={t('proposals.for')}
        render={(row: Proposal) => <CustomerLink id={row.customer} account={row.account} />}
      />
      <FunctionField label={t('proposals.does')} render={(row: Proposal) => bodySentence(t, row)} />
      <FunctionField label={t('ui.reason')} render={(row: Proposal) => row.reason} />
      <FunctionField
        label={t('ui.state')}
        render={(row: Proposal) => <StateChip of="proposal" state={row.status} />}
      />
      <FunctionField label={t('proposals.proposedBy')} render={(row: Proposal) => row.proposed_by} />
      <FunctionField
        label={t('proposals.proposedAt')}
        render={(row: Proposal) => <When at={row.proposed_at} />}
      />
      <FunctionField label={t('ui.decidedBy')} render={(row: Proposal) => row.decided_by ?? ''} />
    </RecordList>
  );
}
