import { type ReactNode, useState } from 'react'
import { type ClientListProps, ClientPanel } from './client-panel.tsx'
import { useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import ListChecks from 'lucide-react/icons/list-checks'
import { FormattedMessage, useIntl } from 'react-intl'
import { tellIfSlow } from '#src/lib/tell-if-slow.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Button } from '#src/ui/forms/button.tsx'
import styles from './client-list-panel.module.css'
import type { ListedClient } from '#src/api/disambiguate.ts'
import type { ClientList } from '#src/api/client-lists.ts'
import type { ClientSearch } from '#src/api/clients.ts'
import { ClientNote } from './client-cells.tsx'
import { ClientNotes, EmailToggle, areEmailsShown } from './email-toggle.tsx'
import { createLazyModule } from '#src/lib/lazy-module.tsx'

interface ClientListPanelProps extends ClientListProps {
  /** The rows. */
  children: ReactNode
}

/** One of the two lists of clients; its rows make room for rows to choose from while many are dealt with at once. */
export function ClientListPanel({ list, practiceId, data, children, ...panel }: ClientListPanelProps) {
  // Undefined: it has not been on yet.
  const [selecting, setSelecting] = useState<boolean>()
  const [emails, setEmails] = useState(areEmailsShown)
  const search = panel.search.lastName
  const note = (client: ListedClient) => <ClientNotes {...{ client, emails, search }} />
  const clients = (
    <ClientPanel
      {...panel}
      list={list}
      practiceId={practiceId}
      page={data.page}
      tools={
        <ListTools
          list={list}
          practiceId={practiceId}
          search={panel.search}
          back={selecting === false}
          onSelect={() => setSelecting(true)}
        >
          <EmailToggle shown={emails} onChange={setEmails} />
        </ListTools>
      }
    >
      {children}
    </ClientPanel>
  )
  return (
    <ClientNote value={note}>
      {selecting ? (
        <BulkClients {...panel} list={list} practiceId={practiceId} data={data} onClose={() => setSelecting(false)} />
      ) : (
        clients
      )}
    </ClientNote>
  )
}

const BulkClients = createLazyModule(async () => (await import('./bulk-clients.tsx')).BulkClients)

interface ListToolsProps {
  list: ClientList
  practiceId: string
  search: ClientSearch
  /** Was selecting until now: the focus comes back here. */
  back: boolean
  onSelect: () => void
  /** In front of the others. */
  children: ReactNode
}

function ListTools({ list, practiceId, search, back, onSelect, children }: ListToolsProps) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const { busy, run } = useAsyncAction(async (signal) => {
    const { saveClients } = await import('./save-clients.ts')
    await tellIfSlow(() => saveClients({ list, practiceId, search, signal, queryClient, intl }))
  })
  return (
    <div className={styles.tools}>
      {children}
      <Button
        variant="ghost"
        icon={Download}
        busy={busy}
        aria-label={intl.formatMessage({ id: 'admin.clients.csvName' })}
        onClick={run}
      >
        <FormattedMessage id="admin.clients.csv" />
      </Button>
      <Button
        variant="ghost"
        icon={ListChecks}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- see `back`
        autoFocus={back}
        onClick={() => void BulkClients.openAfterImport(onSelect)}
      >
        <FormattedMessage id="admin.bulk.open" />
      </Button>
    </div>
  )
}
