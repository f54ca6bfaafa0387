import { useMutation, useMutationState, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ClientListItem } from '#contract/client.ts'
import { ClientListPanel } from '#src/features/clients/client-list-panel.tsx'
import { clientMutations } from '#src/features/clients/mutations.ts'
import { clientName } from '#src/features/clients/client-name.ts'
import { AHEAD, clientQueries } from '#src/features/clients/queries.ts'
import { NO_CLIENT_SEARCH, readClientSearch } from '#src/features/clients/search.ts'
import { UnregisteredRow } from '#src/features/clients/unregistered-row.tsx'
import { useFetchAhead } from '#src/features/clients/use-fetch-ahead.ts'
import { CallError } from '#src/lib/http.ts'
import { showMessage } from '#src/lib/messages.ts'
import { kept } from '#src/lib/query-client.ts'

export const Route = createFileRoute('/admin/clients/unregistered')({
  validateSearch: readClientSearch,
  search: { middlewares: [stripSearchParams(NO_CLIENT_SEARCH)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, preload }) => {
    const list = kept(clientQueries.unregistered(context.practiceId, deps))
    await context.queryClient.query(preload ? { ...list, meta: AHEAD } : list)
  },
  component: UnregisteredClients,
})

function UnregisteredClients() {
  const { practiceId } = Route.useRouteContext()
  const search = Route.useSearch()
  const { data } = useSuspenseQuery(clientQueries.unregistered(practiceId, search))
  useFetchAhead(data.page, clientQueries.unregistered(practiceId, { ...search, page: search.page + 1 }))

  const queryClient = useQueryClient()
  const router = useRouter()
  const intl = useIntl()
  const register = useMutation(clientMutations.register(queryClient, practiceId))
  const registering = useMutationState({
    filters: { mutationKey: clientMutations.registerKey(practiceId), status: 'pending' },
    select: ({ state }) => (state.variables as ClientListItem).uuid,
  })
  const [conflicts, setConflicts] = useState<ReadonlySet<string>>(new Set())

  async function start(client: ClientListItem) {
    try {
      await register.mutateAsync(client)
      showMessage('success', 'admin.clients.registeredDone', { name: clientName(client, intl) })
    } catch (error) {
      if (error instanceof CallError && error.code === 'conflict') {
        setConflicts((known) => new Set(known).add(client.uuid))
      }
    }
  }

  return (
    <ClientListPanel
      list="unregistered"
      practiceId={practiceId}
      search={search}
      data={data}
      onSearch={(lastName) =>
        void router.navigate({ to: '/admin/clients/unregistered', search: { page: 1, lastName } })
      }
      emptyTitle={<FormattedMessage id="admin.clients.noneUnregisteredTitle" />}
      empty={<FormattedMessage id="admin.clients.noneUnregistered" />}
    >
      {data.content.map((client) => (
        <UnregisteredRow
          key={client.uuid}
          client={client}
          busy={registering.includes(client.uuid)}
          conflict={conflicts.has(client.uuid)}
          onRegister={() => void start(client)}
        />
      ))}
    </ClientListPanel>
  )
}
