import type { SearchSchemaInput } from '@tanstack/react-router'
import { readFlag, readPage, readText } from '#src/lib/search.ts'
import type { ClientSearch } from './clients.ts'

export const NO_CLIENT_SEARCH: ClientSearch = { page: 1, lastName: '' }

export function readClientSearch(search: Partial<ClientSearch> & SearchSchemaInput): ClientSearch {
  return { page: readPage(search), lastName: readText(search.lastName), locked: readFlag(search.locked) || undefined }
}
