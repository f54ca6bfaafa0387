import { type ReactNode, Suspense, useState } from 'react'
import { type ClientListProps, ClientPanel } from './client-panel.tsx'
import { BulkClients, ListTools } from './list-tools.tsx'

interface ClientListPanelProps extends ClientListProps {
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
      list={list}
      page={data.page}
      tools={
        <ListTools
          list={list}
          practiceId={practiceId}
          search={panel.search}
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
