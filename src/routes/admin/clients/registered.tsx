import { type Mutation, useMutationState, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ClientListPanel } from '#src/features/bulk/client-list-panel.tsx'
import { ClientFilters } from './registered/-parts/client-filters.tsx'
import { clientMutationKeys } from '#src/api/client-mutations.ts'
import {
  type ListedClient,
  type ClientListItem,
  type ClientSearch,
  NO_CLIENT_SEARCH,
  clientSearchOf,
  readClientSearch,
} from '#src/api/clients.ts'
import { clientListQueries } from '#src/api/client-lists.ts'
import { RegisteredRow, RegisteringRow } from './registered/-parts/registered-row.tsx'
import { useClientPages } from '#src/features/bulk/use-client-pages.ts'
import { useLock } from '#src/features/access/lock.tsx'
import { useViewAs } from '#src/features/access/view-as.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { cachedFirst } from '#src/api/query-client.ts'

const DeleteDialog = createLazyModule(async () => (await import('#src/features/access/removal.tsx')).DeleteDialog)

export const Route = createFileRoute('/admin/clients/registered')({
  validateSearch: readClientSearch,
  search: { middlewares: [stripSearchParams(NO_CLIENT_SEARCH)] },
  loaderDeps: ({ search }) => clientSearchOf(search),
  loader: async ({ context, deps, ...loader }) => {
    await context.queryClient.query(cachedFirst(clientListQueries.registered(context.practiceId, deps), loader))
  },
  component: RegisteredClients,
})

function RegisteredClients() {
  // `select` and `structuralSharing` prevent a rerender of the list when the URL opens the sheet of a client.
  const practiceId = Route.useRouteContext({ select: (context) => context.practiceId })
  const search = Route.useSearch({ select: clientSearchOf, structuralSharing: true })
  const router = useRouter()
  const { data } = useSuspenseQuery(clientListQueries.registered(practiceId, search))
  useClientPages({ list: 'registered', practiceId, search, data })

  const viewAs = useViewAs()
  const lock = useLock(practiceId)
  const [toDelete, setToDelete] = useState<ListedClient | null>(null)
  const registering = useMutationState({
    filters: { mutationKey: clientMutationKeys.register(practiceId), status: 'pending' },
    select: ({ state }: Mutation<unknown, Error, ClientListItem>) => state.variables,
  })

  const show = (changed: Partial<ClientSearch>) =>
    void router.navigate({ to: '/admin/clients/registered', search: { ...search, page: 1, ...changed } })

  return (
    <>
      <ClientListPanel
        list="registered"
        practiceId={practiceId}
        // An API without the filter returns all clients.
        search={data.isUnfiltered ? { ...search, locked: undefined, state: undefined } : search}
        data={data}
        onSearch={(query) => show({ lastName: query })}
        filter={<ClientFilters search={search} isUnfiltered={data.isUnfiltered} onChange={show} />}
      >
        {registering
          .filter((client) => client !== undefined)
          .filter((client) => !data.content.some(({ uuid }) => uuid === client.uuid))
          .map((client) => (
            <RegisteringRow key={client.uuid} client={client} />
          ))}
        {data.content.map((client) => (
          <RegisteredRow
            key={client.uuid}
            practiceId={practiceId}
            client={client}
            onViewAs={() => viewAs(client.uuid)}
            isLocking={lock.isBusy(client.uuid)}
            onLock={(locked) => lock.setLocked(client, locked)}
            onDelete={() => void DeleteDialog.openAfterImport(() => setToDelete(client))}
          />
        ))}
      </ClientListPanel>
      {toDelete && (
        <DeleteDialog
          practiceId={practiceId}
          client={toDelete}
          // The dialog may already show another client when this removal completes.
          onClose={({ uuid }) => setToDelete((shown) => (shown?.uuid === uuid ? null : shown))}
        />
      )}
    </>
  )
}
