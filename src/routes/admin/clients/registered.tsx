import { type Mutation, useMutationState, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { ClientListPanel } from '#src/features/clients/client-list-panel.tsx'
import { clientName } from '#src/features/clients/client-name.tsx'
import { FilterRoom } from './registered/-parts/filter-room.tsx'
import { clientMutationKeys, lockMutation } from '#src/api/client-mutations.ts'
import type { ListedClient } from '#src/api/disambiguate.ts'
import { clientListQueries } from '#src/api/client-lists.ts'
import { type ClientListItem, type ClientSearch, NO_CLIENT_SEARCH, readClientSearch } from '#src/api/clients.ts'
import { RegisteredRow, RegisteringRow } from '#src/features/clients/registered-row.tsx'
import { useClientMutation } from '#src/features/clients/use-client-mutation.ts'
import { useFetchAhead } from '#src/features/clients/use-fetch-ahead.ts'
import { useFilledPage } from '#src/features/clients/use-filled-page.ts'
import { useViewAs } from '#src/features/clients/use-view-as.ts'
import { createLazyModule } from '#src/lib/lazy-module.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { showFailure } from '#src/lib/show-failure.ts'
import { removedByOther } from './registered/-parts/removed-by-other.ts'
import { cachedFirst } from '#src/api/query-client.ts'

const ClientFilters = createLazyModule(
  async () => (await import('./registered/-parts/client-filters.tsx')).ClientFilters,
  FilterRoom,
)
const DeleteDialog = createLazyModule(async () => (await import('./registered/-parts/delete-dialog.tsx')).DeleteDialog)

export const Route = createFileRoute('/admin/clients/registered')({
  validateSearch: readClientSearch,
  search: { middlewares: [stripSearchParams(NO_CLIENT_SEARCH)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, ...loader }) => {
    await context.queryClient.query(cachedFirst(clientListQueries.registered(context.practiceId, deps), loader))
  },
  component: RegisteredClients,
})

function RegisteredClients() {
  const { practiceId } = Route.useRouteContext()
  const search = Route.useSearch()
  const router = useRouter()
  const { data } = useSuspenseQuery(clientListQueries.registered(practiceId, search))
  useFetchAhead(data.page, clientListQueries.registered(practiceId, { ...search, page: search.page + 1 }))
  useFilledPage(data, search, (page) => {
    void router.navigate({ to: '/admin/clients/registered', search: { ...search, page }, replace: true })
  })

  const queryClient = useQueryClient()
  const intl = useIntl()
  const viewAs = useViewAs()
  const lock = useClientMutation(lockMutation(queryClient, practiceId))
  const [toDelete, setToDelete] = useState<ListedClient | null>(null)
  const registering = useMutationState({
    filters: { mutationKey: clientMutationKeys.register(practiceId), status: 'pending' },
    select: ({ state }: Mutation<unknown, Error, ClientListItem>) => state.variables,
  })

  const show = (changed: Partial<ClientSearch>) =>
    void router.navigate({ to: '/admin/clients/registered', search: { ...search, page: 1, ...changed } })

  async function setLocked(client: ListedClient, locked: boolean) {
    // One press, one act: what is pressed while it is being saved is the second half of the same.
    if (lock.isUnderWay(client.uuid)) return
    const name = clientName(client, intl)
    try {
      await lock.mutateAsync({ clientId: client.uuid, locked })
      showMessage('success', locked ? 'admin.clients.lockedDone' : 'admin.clients.unlockedDone', { name })
    } catch (error) {
      showFailure(error, removedByOther(name))
    }
  }

  return (
    <>
      <ClientListPanel
        list="registered"
        practiceId={practiceId}
        // Of an API that cannot filter these are all.
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
            onLock={(locked) => void setLocked(client, locked)}
            onDelete={() => void DeleteDialog.openAfterImport(() => setToDelete(client))}
          />
        ))}
      </ClientListPanel>
      {toDelete && (
        <DeleteDialog
          practiceId={practiceId}
          client={toDelete}
          // Another one may be asked about by the time that this one is gone.
          onClose={({ uuid }) => setToDelete((asked) => (asked?.uuid === uuid ? null : asked))}
        />
      )}
    </>
  )
}
