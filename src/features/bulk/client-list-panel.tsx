import { type ReactNode, useState } from 'react'
import { type ClientListProps, ClientPanel } from '#src/features/clients/client-panel.tsx'
import { useQueryClient } from '@tanstack/react-query'
import ListChecks from 'lucide-react/icons/list-checks'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '#src/ui/forms/button.tsx'
import { CsvButton } from '#src/features/csv-button.tsx'
import styles from './client-list-panel.module.css'
import type { ListedClient, ClientSearch } from '#src/api/clients.ts'
import type { ClientList } from '#src/api/client-lists.ts'
import { ClientNote } from '#src/features/sheet/client-link.tsx'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import AtSign from 'lucide-react/icons/at-sign'
import { deviceStorage } from '#src/lib/storage.ts'

interface ClientListPanelProps extends ClientListProps {
  children: ReactNode
}

/** One of the two client lists; during a bulk selection it shows rows with checkboxes. */
export function ClientListPanel({ list, practiceId, data, children, ...panel }: ClientListPanelProps) {
  // Undefined until the first selection.
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
  /** Whether a selection has just ended, which returns the focus to this button. */
  back: boolean
  onSelect: () => void
  /** Placed before the other tools. */
  children: ReactNode
}

function ListTools({ list, practiceId, search, back, onSelect, children }: ListToolsProps) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  return (
    <div className={styles.tools}>
      {children}
      <CsvButton
        variant="ghost"
        label="admin.clients.csv"
        name="admin.clients.csvName"
        save={async (signal) => {
          const { saveClients } = await import('./save-clients.ts')
          await saveClients({ list, practiceId, search, signal, queryClient, intl })
        }}
      />
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

const FoundBy = createLazyModule(async () => (await import('#src/features/clients/found-by.tsx')).FoundBy)
const STORAGE = 'portal-client-emails'

/** Setting of this device. */
export const areEmailsShown = () => deviceStorage.getItem(STORAGE) !== null

/** Shows the e-mail addresses in the rows of both lists, or hides them; the device remembers it. */
export function EmailToggle({ shown, onChange }: { shown: boolean; onChange: (shown: boolean) => void }) {
  const intl = useIntl()
  function toggle() {
    if (shown) deviceStorage.removeItem(STORAGE)
    else deviceStorage.setItem(STORAGE, 'shown')
    onChange(!shown)
  }
  return (
    <Button
      variant="ghost"
      icon={AtSign}
      aria-pressed={shown}
      aria-label={intl.formatMessage({ id: 'admin.clients.emails' })}
      onClick={toggle}
    >
      <FormattedMessage id="admin.clients.email" />
    </Button>
  )
}

interface ClientNotesProps {
  client: ListedClient
  emails: boolean
  search: string
}

/** Below the name in a row of either list. */
export function ClientNotes({ client, emails, search }: ClientNotesProps) {
  return (
    <>
      {emails && client.email && <div className="small muted">{client.email}</div>}
      {search !== '' && (
        <div>
          <FoundBy client={emails ? { ...client, email: null } : client} search={search} inTable />
        </div>
      )}
    </>
  )
}
