import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import type { StaffProposal } from '#contract/schemas/staff.ts'
import { useCan } from '#src/api/capabilities.ts'
import { staffMutations, staffQueries } from '#src/api/staff.ts'
import { ProofDialog } from '#src/features/account/form-proof.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { ConfirmedAction } from '#src/features/confirmed-action.tsx'
import { memberName } from './member-name.ts'
import styles from './staff-table.module.css'

/** Users whom exports name as admins; an admin accepts or declines them. */
export function Proposals({ practiceId }: { practiceId: string }) {
  const isAvailable = useCan('staff-proposals')
  const { data: proposals = [], isError } = useQuery({ ...staffQueries.proposals(practiceId), enabled: isAvailable })
  if (isError)
    return (
      <p role="alert">
        <FormattedMessage id="admin.staff.proposalsFailed" />
      </p>
    )
  if (proposals.length === 0) return null
  return (
    <Panel as="section" aria-labelledby="proposals">
      <div className={styles.proposals}>
        <h2 id="proposals">
          <FormattedMessage id="admin.staff.proposals" />
        </h2>
        <p className="muted">
          <FormattedMessage id="admin.staff.proposalsText" />
        </p>
        <Items plain bare>
          {proposals.map((proposal) => (
            <Proposal key={proposal.id} practiceId={practiceId} proposal={proposal} />
          ))}
        </Items>
      </div>
    </Panel>
  )
}

function Proposal({ practiceId, proposal }: { practiceId: string; proposal: StaffProposal }) {
  const { id, username, key, currentRole, proposedAt } = proposal
  const intl = useIntl()
  const name = memberName(proposal)
  const [decision, setDecision] = useState<'accept' | 'decline'>()
  const accepting = useMutation(staffMutations.acceptProposal(practiceId, id))
  const declining = useMutation(staffMutations.declineProposal(practiceId, id))
  const onClose = () => setDecision(undefined)

  async function accept(proof: FactorProof) {
    await accepting.mutateAsync(proof)
    showMessage('success', currentRole ? 'admin.staff.changed' : 'admin.staff.invited', { name, email: username })
  }
  async function decline() {
    await declining.mutateAsync()
    showMessage('success', 'admin.staff.proposalDeclined', { name })
  }

  return (
    <Item
      title={name}
      stacked
      sub={
        <FormattedMessage
          id={key === undefined ? 'admin.staff.proposedByImport' : 'admin.staff.proposedBy'}
          values={{
            email: username,
            key,
            day: <FormattedDate value={proposedAt} day="numeric" month="long" year="numeric" />,
          }}
        />
      }
      when={
        <div className={styles.row}>
          <Button
            variant="secondary"
            aria-label={intl.formatMessage({ id: 'admin.staff.acceptProposalOf' }, { name })}
            onClick={() => void ProofDialog.openAfterImport(() => setDecision('accept'))}
          >
            <FormattedMessage id={currentRole ? 'admin.staff.makeAdmin' : 'admin.staff.invite'} />
          </Button>
          <Button
            variant="danger-quiet"
            aria-label={intl.formatMessage({ id: 'admin.staff.declineProposalOf' }, { name })}
            onClick={() => setDecision('decline')}
          >
            <FormattedMessage id="admin.staff.declineProposal" />
          </Button>
          {decision === 'accept' && (
            <ProofDialog
              title={<FormattedMessage id="admin.staff.makeAdminTitle" values={{ name }} />}
              action={<FormattedMessage id={currentRole ? 'admin.staff.makeAdmin' : 'admin.staff.invite'} />}
              act={accept}
              byCode={{ 'not-found': { text: <FormattedMessage id="admin.staff.proposalDecided" /> } }}
              onClose={onClose}
            >
              <p>
                <FormattedMessage id="admin.staff.makeAdminText" values={{ name }} />
              </p>
              <p className="muted">
                <FormattedMessage id="admin.staff.proofText" />
              </p>
            </ProofDialog>
          )}
          {decision === 'decline' && (
            <ConfirmedAction
              title={<FormattedMessage id="admin.staff.declineProposalTitle" values={{ name }} />}
              confirmLabel={<FormattedMessage id="admin.staff.declineProposal" />}
              act={decline}
              onClose={onClose}
            >
              <p>
                <FormattedMessage id="admin.staff.declineProposalText" />
              </p>
            </ConfirmedAction>
          )}
        </div>
      }
    />
  )
}
