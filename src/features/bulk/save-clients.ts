import type { QueryClient } from '@tanstack/react-query'
import type { IntlShape } from 'react-intl'
import { displayName } from '#contract/names.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { saveCsv } from '#src/lib/files/save.ts'
import { today } from '#src/lib/dates.ts'
import { type ClientList, getAllClients } from '#src/api/client-lists.ts'
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

/** All of a list that match the search, as a file for a spreadsheet. */
export async function saveClients({ intl, ...wanted }: Saving): Promise<void> {
  const { queryClient, list, practiceId, search, signal } = wanted
  const [clients, practice] = await Promise.all([
    getAllClients(wanted),
    queryClient.query(practiceQueries.one(practiceId)),
  ])
  if (signal.aborted) return
  const title = intl.formatMessage({ id: titleOf(list, search) })
  const rows = clients.map((client) => cells(client, list, intl))
  saveCsv([title, practice.name, today()], [headings(intl), ...rows])
}

function titleOf(list: ClientList, { locked }: ClientSearch) {
  if (list === 'unregistered') return 'admin.csv.unregisteredFile'
  return locked ? 'admin.csv.lockedFile' : 'admin.csv.registeredFile'
}

const headings = ({ formatMessage }: IntlShape) => [
  formatMessage({ id: 'admin.csv.clientNumber' }),
  formatMessage({ id: 'admin.csv.displayName' }),
  formatMessage({ id: 'admin.clients.lastName' }),
  formatMessage({ id: 'admin.csv.callName' }),
  formatMessage({ id: 'admin.csv.firstName' }),
  formatMessage({ id: 'admin.csv.companyName' }),
  formatMessage({ id: 'admin.csv.email' }),
  formatMessage({ id: 'admin.csv.city' }),
  formatMessage({ id: 'admin.clients.status' }),
]

function cells(client: ClientListItem, list: ClientList, { formatMessage }: IntlShape) {
  const { clientNumber, lastName, callName, firstName, companyName, email, city } = client
  const status = formatMessage({ id: stateOf(client, list) })
  return [clientNumber, displayName(client), lastName, callName, firstName, companyName, email, city, status]
}

/** As the rows call it. */
function stateOf({ locked, invitation }: ClientListItem, list: ClientList) {
  if (list === 'unregistered') return 'admin.clients.unregistered'
  if (locked) return 'admin.clients.locked'
  return isState(invitation) ? (`admin.invitations.states.${invitation}` as const) : 'admin.clients.registered'
}
