import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type SearchSchemaInput, createFileRoute, stripSearchParams, useRouter } from '@tanstack/react-router'
import { ClientListPanel } from '#src/features/bulk/client-list-panel.tsx'
import { getAllClients } from '#src/api/all-clients.ts'
import { clientListQueries } from '#src/api/client-lists.ts'
import { readFlag } from '#src/lib/search.ts'
import { type ClientSearch, NO_CLIENT_SEARCH, clientSearchOf, readClientSearch } from '#src/api/clients.ts'
import { countOf } from '#src/api/pages.ts'
import { LettersButton } from '#src/features/access/letters.tsx'
import { UnregisteredRow } from './unregistered/-parts/unregistered-row.tsx'
import { useClientPages } from '#src/features/bulk/use-client-pages.ts'
import { useRegistration } from '#src/features/access/registration.tsx'
import { cachedFirst } from '#src/api/query-client.ts'
import X from 'lucide-react/icons/x'
import { FormattedMessage, useIntl } from 'react-intl'
import { focusMain } from '#src/ui/layout/shell.tsx'
import { Button } from '#src/ui/forms/button.tsx'

export const Route = createFileRoute('/admin/clients/unregistered')({
  // The API has no filters for unregistered clients by lock or state.
  validateSearch: (search: Partial<ClientSearch> & SearchSchemaInput) => ({
    ...readClientSearch({ ...search, locked: undefined, state: undefined }),
    noEmail: readFlag(search.noEmail) || undefined,
  }),
  search: { middlewares: [stripSearchParams(NO_CLIENT_SEARCH)] },
  loaderDeps: ({ search }) => clientSearchOf(search),
  loader: async ({ context, deps, ...loader }) => {
    await context.queryClient.query(cachedFirst(clientListQueries.unregistered(context.practiceId, deps), loader))
  },
  component: UnregisteredClients,
})

function UnregisteredClients() {
  // `select` and `structuralSharing` prevent a rerender of the list when the URL opens the sheet of a client.
  const practiceId = Route.useRouteContext({ select: (context) => context.practiceId })
  const search = Route.useSearch({ select: clientSearchOf, structuralSharing: true })
  const { data } = useSuspenseQuery(clientListQueries.unregistered(practiceId, search))

  const router = useRouter()
  const queryClient = useQueryClient()
  const key = JSON.stringify(search)
  const { list, shown, register, stateOf, question } = useRegistration(practiceId, data.content, key)
  const rest = { ...data, content: shown }
  useClientPages({ list: 'unregistered', practiceId, search, data: rest })

  return (
    <>
      <ClientListPanel
        list="unregistered"
        practiceId={practiceId}
        search={search}
        data={rest}
        listRef={list}
        filter={
          search.noEmail &&
          !data.isUnfiltered && (
            <>
              <LettersButton
                practiceId={practiceId}
                count={countOf(data) ?? 0}
                clients={(signal) => getAllClients({ queryClient, list: 'unregistered', practiceId, search, signal })}
              />
              <NoEmailFilter
                onRemove={() =>
                  void router.navigate({ to: '/admin/clients/unregistered', search: { lastName: search.lastName } })
                }
              />
            </>
          )
        }
        onSearch={(query) =>
          void router.navigate({
            to: '/admin/clients/unregistered',
            search: { lastName: query, noEmail: search.noEmail },
          })
        }
      >
        {shown.map((client) => (
          <UnregisteredRow
            key={client.uuid}
            client={client}
            registration={stateOf(client)}
            onRegister={() => register(client)}
          />
        ))}
      </ClientListPanel>
      {question}
    </>
  )
}

/** Shows that only clients without an e-mail address are listed, and clears it. */
export function NoEmailFilter({ onRemove }: { onRemove: () => void }) {
  const intl = useIntl()
  function remove() {
    // Clearing the filter removes the focused button.
    focusMain()
    onRemove()
  }
  return (
    <Button
      variant="secondary"
      icon={X}
      aria-label={intl.formatMessage({ id: 'admin.clients.removeNoEmail' })}
      onClick={remove}
    >
      <FormattedMessage id="admin.clients.noEmail" />
    </Button>
  )
}
