import { useQuery, useQueryClient } from '@tanstack/react-query'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Building2 from 'lucide-react/icons/building-2'
import Link2Off from 'lucide-react/icons/link-2-off'
import Mail from 'lucide-react/icons/mail'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Smartphone from 'lucide-react/icons/smartphone'
import UserX from 'lucide-react/icons/user-x'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type IsoDate, daysBetween } from '#contract/dates.ts'
import type { StaffMember } from '#contract/schemas/staff.ts'
import { useCan } from '#src/api/capabilities.ts'
import { inviteStaffAgain } from '#src/api/staff.ts'
import { userQueries } from '#src/api/user.ts'
import { ProofDialog } from '#src/features/account/form-proof.tsx'
import { STAFF_ROLE_NAMES } from '#src/features/staff/role-names.ts'
import { showDeferredMails } from '#src/features/show-deferred-mails.ts'
import { today } from '#src/lib/dates.ts'
import { showMessage } from '#src/lib/messages.ts'
import { showFailure } from '#src/lib/report-error.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Day } from '#src/ui/data/day.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { ActionsCell, DetailCell, HeadCell, LeadCell, RowActions, StateCell, Table } from '#src/ui/data/table.tsx'
import { Menu, MenuItem } from '#src/ui/navigation/menu.tsx'
import { ChangeDialog, type Changed } from './change-dialog.tsx'
import { ResetFactorDialog } from './reset-factor-dialog.tsx'
import { issuerName } from '#src/features/account/oidc.tsx'
import { UnlinkDialog } from './unlink-dialog.tsx'
import { memberName } from './member-name.ts'
import styles from './staff-table.module.css'

interface StaffTableProps {
  practiceId: string
  staff: readonly StaffMember[]
}

export function StaffTable({ practiceId, staff }: StaffTableProps) {
  const [changed, setChanged] = useState<Changed>()
  const [reset, setReset] = useState<StaffMember>()
  const [unlinked, setUnlinked] = useState<StaffMember>()
  return (
    <>
      <Table
        label={<FormattedMessage id="admin.nav.staff" />}
        fixed
        head={
          <>
            <HeadCell width="20%" label="admin.staff.name" />
            <HeadCell width="30%" label="admin.staff.email" />
            <HeadCell label="admin.staff.role" />
            <HeadCell hidden width="4.5rem" label="admin.clients.actions" />
          </>
        }
      >
        {staff.map((member) => (
          <Row
            key={member.id}
            practiceId={practiceId}
            member={member}
            onChange={(change) => void ProofDialog.openAfterImport(() => setChanged({ member, change }))}
            onReset={() => void ProofDialog.openAfterImport(() => setReset(member))}
            onUnlink={() => setUnlinked(member)}
          />
        ))}
      </Table>
      {unlinked && <UnlinkDialog practiceId={practiceId} member={unlinked} onClose={() => setUnlinked(undefined)} />}
      {reset && <ResetFactorDialog practiceId={practiceId} member={reset} onClose={() => setReset(undefined)} />}
      {changed && <ChangeDialog practiceId={practiceId} {...changed} onClose={() => setChanged(undefined)} />}
    </>
  )
}

interface RowProps {
  practiceId: string
  member: StaffMember
  onChange: (change: Changed['change']) => void
  onReset: () => void
  onUnlink: () => void
}

function Row({ practiceId, member, onChange, onReset, onUnlink }: RowProps) {
  const intl = useIntl()
  const name = memberName(member)
  const { username, role, state, secondFactor, identity } = member
  const { data: user } = useQuery({ ...userQueries.me(), enabled: false })
  const isSelf = user?.id === member.id
  const isAdmin = role === 'CLINIC_ADMIN'
  const queryClient = useQueryClient()
  const inviting = useAsyncAction(async () => {
    try {
      await inviteStaffAgain(practiceId, member.id)
      showMessage('success', 'admin.staff.invited', { email: username })
      void showDeferredMails(queryClient, practiceId)
    } catch (error) {
      showFailure(error)
    }
  })
  return (
    <tr>
      <LeadCell>
        <strong>{name}</strong>
      </LeadCell>
      <DetailCell>{name !== username && <span className="muted">{username}</span>}</DetailCell>
      <StateCell>
        <State member={member} />
      </StateCell>
      <ActionsCell>
        <RowActions>
          <Menu label={intl.formatMessage({ id: 'admin.staff.menu' }, { name })} trigger={<EllipsisVertical />}>
            {state === 'ended' ? (
              <MenuItem icon={Mail} onSelect={() => onChange({ role, active: true })}>
                <FormattedMessage id="admin.staff.again" />
              </MenuItem>
            ) : (
              <>
                {state === 'offered' && (
                  <MenuItem icon={Mail} onSelect={inviting.run}>
                    <FormattedMessage id="admin.staff.inviteAgain" />
                  </MenuItem>
                )}
                <MenuItem
                  icon={ShieldCheck}
                  onSelect={() => onChange({ role: isAdmin ? 'CLINIC_USER' : 'CLINIC_ADMIN', active: true })}
                >
                  <FormattedMessage id={isAdmin ? 'admin.staff.makeUser' : 'admin.staff.makeAdmin'} />
                </MenuItem>
                {identity && !isSelf && (
                  <MenuItem icon={Link2Off} onSelect={onUnlink}>
                    <FormattedMessage id="admin.identity.unlink" />
                  </MenuItem>
                )}
                {secondFactor && !isSelf && (
                  <MenuItem icon={Smartphone} onSelect={onReset}>
                    <FormattedMessage id="admin.factor.reset" />
                  </MenuItem>
                )}
                <MenuItem icon={UserX} danger onSelect={() => onChange({ role, active: false })}>
                  <FormattedMessage id={state === 'offered' ? 'admin.staff.takeBack' : 'admin.staff.end'} />
                </MenuItem>
              </>
            )}
          </Menu>
        </RowActions>
      </ActionsCell>
    </tr>
  )
}

function State({ member }: { member: StaffMember }) {
  const { role, state, offeredRole, declined, secondFactor, identity, lastSignIn } = member
  const hasSignIns = useCan('last-sign-in')
  const intl = useIntl()
  if (state === 'ended') {
    return (
      <Status icon={UserX}>
        <FormattedMessage id={declined ? 'admin.staff.declined' : 'admin.staff.ended'} />
      </Status>
    )
  }
  return (
    <div className={styles.state}>
      <Status {...(role === 'CLINIC_ADMIN' && { icon: ShieldCheck })}>
        <FormattedMessage id={STAFF_ROLE_NAMES[role]} />
      </Status>
      {state === 'active' && secondFactor !== undefined && (
        <Status icon={secondFactor ? Smartphone : undefined}>
          <FormattedMessage id={secondFactor ? 'admin.staff.withFactor' : 'admin.staff.withoutFactor'} />
        </Status>
      )}
      {state === 'active' && hasSignIns && <LastSignIn day={lastSignIn} />}
      {identity && (
        <Status icon={Building2}>
          <FormattedMessage id="admin.identity.linked" values={{ name: issuerName(intl) }} />
        </Status>
      )}
      {state === 'offered' && (
        <Status tone="warn" icon={Mail}>
          <FormattedMessage id="admin.staff.waiting" />
        </Status>
      )}
      {offeredRole && (
        <Status tone="warn" icon={Mail}>
          <FormattedMessage id="admin.staff.roleOffered" values={{ role: offeredRole }} />
        </Status>
      )}
    </div>
  )
}

/** Number of days for which a relative day, such as yesterday, is shorter than the date. */
const WEEK = 7

function LastSignIn({ day }: { day: IsoDate | undefined }) {
  const intl = useIntl()
  if (day === undefined) {
    return (
      <span className="small muted">
        <FormattedMessage id="admin.staff.neverSignedIn" />
      </span>
    )
  }
  const days = Math.max(daysBetween(day, today()), 0)
  const shown =
    days < WEEK ? (
      <time dateTime={day}>{intl.formatRelativeTime(-days, 'day', { numeric: 'auto' })}</time>
    ) : (
      <Day date={day} day="numeric" month="long" year="numeric" />
    )
  return (
    <span className="small muted">
      <FormattedMessage id="admin.staff.lastSignIn" values={{ day: shown }} />
    </span>
  )
}
