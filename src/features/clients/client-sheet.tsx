import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { displayName } from '#contract/names.ts'
import { isClinicAdmin } from '#contract/roles.ts'
import { useCan } from '#src/api/capabilities.ts'
import type { Client } from '#src/api/clients.ts'
import { clientSheetQuery } from '#src/api/client-sheet.ts'
import { practiceRequestQueries } from '#src/api/practice-requests.ts'
import { usePortal } from '#src/lib/store.ts'
import { Status } from '#src/ui/data/status.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Modal } from '#src/ui/feedback/dialog.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { clientName } from './client-name.tsx'
import { Seen } from './seen.tsx'
import { LockedStatus } from './locked-status.tsx'
import { ClientActions } from './client-actions.tsx'
import { ClientFacts } from './client-facts.tsx'
import styles from './client-sheet.module.css'

interface ClientSheetProps {
  practiceId: string
  clientId: string
  onClose: () => void
  /** The page's messages, which the sheet would hide. */
  children: ReactNode
}

/** What staff may know of a client and do for one, beside the list: a whole page on a telephone. */
export function ClientSheet({ practiceId, clientId, onClose, children }: ClientSheetProps) {
  const intl = useIntl()
  const titleId = useId()
  const queryClient = useQueryClient()
  const isAdmin = usePortal(({ session }) => session !== null && isClinicAdmin(session))
  const { data: client, isError, refetch } = useQuery(clientSheetQuery(queryClient, practiceId, clientId))
  return (
    <Modal labelledBy={titleId} className={styles.sheet} onClose={onClose}>
      <div className={styles.head}>
        <div>
          <h2 id={titleId} className="title">
            {client ? clientName(client, intl) : <FormattedMessage id="admin.sheet.title" />}
          </h2>
          {client && <Lead client={client} />}
        </div>
        <IconButton icon={X} label={intl.formatMessage({ id: 'core.buttons.close' })} onClick={onClose} />
      </div>
      <div className={styles.body}>
        {client && <ClientFacts client={client} />}
        {client && client.registered !== false && <WaitingRequests practiceId={practiceId} clientId={clientId} />}
        {client && isAdmin && <Seen key={clientId} clientId={clientId} />}
        {client === undefined && !isError && <Spinner />}
        {client === null && <Empty title={<FormattedMessage id="admin.sheet.gone" />} />}
        {isError && (
          <Empty
            title={<FormattedMessage id="admin.sheet.failed" />}
            actions={
              <Button variant="secondary" onClick={() => void refetch()}>
                <FormattedMessage id="core.buttons.retry" />
              </Button>
            }
          />
        )}
      </div>
      <div className={styles.messages}>{children}</div>
      {client && <ClientActions practiceId={practiceId} client={client} />}
    </Modal>
  )
}

/** How many of the client's requests wait, with the way to them; nothing where none do. */
function WaitingRequests({ practiceId, clientId }: Pick<ClientSheetProps, 'practiceId' | 'clientId'>) {
  const enabled = useCan('requests')
  const { data: waiting } = useQuery({ ...practiceRequestQueries.waitingOf(practiceId, clientId), enabled })
  if (!waiting) return null
  return (
    <p>
      <Link to="/admin/requests" search={{ of: clientId }}>
        <FormattedMessage id="admin.requests.waitingOf" values={{ count: waiting }} />
      </Link>
    </p>
  )
}

/** Beside the name: the person behind a company, and whether there is access. */
function Lead({ client }: { client: Client }) {
  const person = displayName({ ...client, companyName: undefined })
  return (
    <p className={styles.lead}>
      {client.companyName && person && <span className="muted">{person}</span>}
      {client.locked && <LockedStatus />}
      {client.registered === false && (
        <Status>
          <FormattedMessage id="admin.clients.unregistered" />
        </Status>
      )}
    </p>
  )
}
