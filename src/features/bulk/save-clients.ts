import type { QueryClient } from '@tanstack/react-query'
import type { IntlShape } from 'react-intl'
import { displayName } from '#contract/names.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { type CsvColumns, csvRows, saveCsv } from '#src/lib/files/save.ts'
import { today } from '#src/lib/dates.ts'
import { getAllClients } from '#src/api/all-clients.ts'
import { type ClientList } from '#src/api/client-lists.ts'
import { isState } from '#src/features/access/invitation.tsx'
import type { ClientListItem, ClientSearch } from '#src/api/clients.ts'

interface Saving {
  list: ClientList
  practiceId: string
  search: ClientSearch
  signal: AbortSignal
  queryClient: QueryClient
  intl: IntlShape
}

/** Saves all clients of a list that match the search as CSV. */
export async function saveClients({ intl, ...wanted }: Saving): Promise<void> {
  const { queryClient, list, practiceId, search, signal } = wanted
  const [clients, practice] = await Promise.all([
    getAllClients(wanted),
    queryClient.query(practiceQueries.one(practiceId)),
  ])
  if (signal.aborted) return
  const title = intl.formatMessage({ id: titleOf(list, search) })
  saveCsv([title, practice.name, today()], csvRows(columnsOf(list, intl), clients, intl))
}

function titleOf(list: ClientList, { locked }: ClientSearch) {
  if (list === 'unregistered') return 'admin.csv.unregisteredFile'
  return locked ? 'admin.csv.lockedFile' : 'admin.csv.registeredFile'
}

const columnsOf = (list: ClientList, { formatMessage }: IntlShape): CsvColumns<ClientListItem> => [
  ['admin.csv.clientNumber', ({ clientNumber }) => clientNumber],
  ['admin.csv.displayName', displayName],
  ['admin.clients.lastName', ({ lastName }) => lastName],
  ['admin.csv.callName', ({ callName }) => callName],
  ['admin.csv.firstName', ({ firstName }) => firstName],
  ['admin.csv.companyName', ({ companyName }) => companyName],
  ['admin.csv.email', ({ email }) => email],
  ['admin.csv.city', ({ city }) => city],
  ['admin.clients.status', (client) => formatMessage({ id: stateOf(client, list) })],
]

/** State as the rows of the list show it. */
function stateOf({ locked, invitation }: ClientListItem, list: ClientList) {
  if (list === 'unregistered') return 'admin.clients.unregistered'
  if (locked) return 'admin.clients.locked'
  return isState(invitation) ? (`admin.invitations.states.${invitation}` as const) : 'admin.clients.registered'
}
