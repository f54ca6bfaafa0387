import { type ReactNode, Suspense, useState } from 'react'
import { ClientPanel } from './client-panel.tsx'
import { BulkClients, ListTools } from './list-tools.tsx'
import type { ClientList, ClientPage, ClientSearch } from './queries.ts'

interface ClientListPanelProps {
  list: ClientList
  practiceId: string
  search: ClientSearch
  data: ClientPage
  onSearch: (lastName: string) => void
  emptyTitle: ReactNode
  empty: ReactNode
  /** The rows. */
  children: ReactNode
}

/** One of the two lists of clients; its rows make room for rows to choose from while many are dealt with at once. */
export function ClientListPanel({ list, practiceId, data, children, ...panel }: ClientListPanelProps) {
  // Undefined: it has not been on yet.
  const [selecting, setSelecting] = useState<boolean>()
  const clients = (
    <ClientPanel
      {...panel}
      page={data.page}
      tools={
        <ListTools
          list={list}
          practiceId={practiceId}
          lastName={panel.search.lastName}
          back={selecting === false}
          onSelect={() => setSelecting(true)}
        />
      }
    >
      {children}
    </ClientPanel>
  )
  if (!selecting) return clients
  return (
    <Suspense fallback={clients}>
      <BulkClients {...panel} list={list} practiceId={practiceId} data={data} onClose={() => setSelecting(false)} />
    </Suspense>
  )
}
