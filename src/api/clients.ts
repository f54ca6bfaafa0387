import type { Client as ContractClient, ClientListItem as ContractListItem } from '#contract/schemas/client.ts'
import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import type { SearchSchemaInput } from '@tanstack/react-router'
import * as paths from '#contract/paths.ts'
import { readFlag, readPage, readText } from '#src/lib/search.ts'
import { knows } from './capabilities.ts'
import { ownClientCall } from './first-calls.ts'
import { api, type GetOptions } from './http.ts'
import { callOf, sharedCallOf } from './query-client.ts'
import { clientKey, userKey } from './scope.ts'
import { read } from './response-readers.ts'

/** Client as received; other APIs may send unknown states. */
export interface Client extends Omit<ContractClient, 'invitation' | 'mailFailure'> {
  invitation?: string | undefined
  mailFailure?: string | undefined
}
export type ClientListItem = Pick<Client, keyof ContractListItem>

const namedClient = read.record<NonNullable<Client['sameAccount']>[number]>({
  uuid: read.requiredText,
  name: read.requiredText,
})

const addressChange = read.complete<NonNullable<Client['addressChange']>>({
  from: read.text,
  to: read.text,
  askedAt: read.moment,
})

export const client = read.record<Client>({
  uuid: read.requiredText,
  locked: read.requiredFlag,
  companyName: read.text,
  callName: read.text,
  firstName: read.text,
  initials: read.text,
  lastName: read.requiredText,
  clientNumber: read.text,
  email: read.orNull(read.text),
  phone: read.text,
  mobile: read.text,
  street: read.text,
  houseNumber: read.text,
  postalCode: read.text,
  city: read.text,
  country: read.text,
  ubn: read.text,
  registered: read.flag,
  registeredAt: read.moment,
  lastLoginAt: read.moment,
  patientCount: read.number,
  patientNames: read.items(read.text),
  invitation: read.text,
  mailFailure: read.text,
  invitedAt: read.moment,
  matchedPatients: read.items(read.text),
  addressChange: addressChange,
  signIn: read.record<NonNullable<Client['signIn']>>({ username: read.requiredText, linkUntil: read.moment }),
  sameAccount: read.items(namedClient),
})

export const readClient = read.one(client)
export const readClients = read.page(client)

/** Search of a client list in the URL. */
export interface ClientSearch {
  /** Page number, counted from 1. */
  page: number
  /** Search text for all fields if the API has `client-search`. The specification has only `lastName`. */
  lastName: string
  /** Registered clients: only locked ones. */
  locked?: true | undefined
  /** Registered clients: an `InvitationState`, or unvalidated text of the URL. */
  state?: string | undefined
  /** Unregistered clients: only those without an e-mail address. */
  noEmail?: true | undefined
}

export const NO_CLIENT_SEARCH: ClientSearch = { page: 1, lastName: '' }

export function readClientSearch(search: Partial<ClientSearch> & SearchSchemaInput): ClientSearch {
  return {
    page: readPage(search),
    lastName: readText(search.lastName),
    locked: readFlag(search.locked) || undefined,
    state: readText(search.state) || undefined,
  }
}

/** Picks the search of the list from the search of a URL. */
export const clientSearchOf = ({ page, lastName, locked, state, noEmail }: ClientSearch): ClientSearch => ({
  page,
  lastName,
  locked,
  state,
  noEmail,
})

export const getClient = async (clientId: string, options: GetOptions = {}) =>
  readClient(await api.get(paths.client(clientId), options))

/** Returns null if the client does not exist. */
export const findClient = async (clientId: string, options: GetOptions = {}) =>
  read.orNull(readClient)(await api.get(paths.client(clientId), { ...options, nullOn404: true }))

/** Returns the client of the signed-in owner at a practice; `clientUuid` chooses among several. */
export const getOwnClient = async (practiceId: string, clientUuid: string | undefined, options: GetOptions = {}) =>
  readClient(await api.get(ownClientCall(practiceId, clientUuid), options))

/** Returns the id of the cached client, so that a client registered meanwhile does not replace it on screen. */
function pinned({ client: queryClient, queryKey }: QueryFunctionContext): string | undefined {
  return knows(queryClient, 'client-choice') ? queryClient.getQueryData<Client>(queryKey)?.uuid || undefined : undefined
}

/** Returns the URL of the archive as received; `fileUrl` reads it. */
export const getClientExport = (clientId: string) => api.get(paths.clientExport(clientId))

export const clientQueries = {
  one: (clientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId),
      // No signal: a dialog that shows the client closes while the navigation to that client's portal awaits it.
      queryFn: (context) => findClient(clientId, sharedCallOf(context)),
      staleTime: 300_000,
    }),
  own: (userId: string | null, practiceId: string, clientUuid?: string) =>
    queryOptions({
      queryKey: userKey(userId, 'client', practiceId, clientUuid),
      queryFn: (context) => getOwnClient(practiceId, clientUuid ?? pinned(context), callOf(context)),
      staleTime: 300_000,
    }),
}

/** A client in a list. */
export interface ListedClient extends ClientListItem {
  /** Distinguishes the client from a namesake in the list; absent without a namesake, or if no field differs. */
  apart?: string
}
