import type { QueryClient } from '@tanstack/react-query'
import type { AttachmentType } from '#contract/attachment.ts'
import { CallError } from '#src/lib/call-error.ts'
import { cachedFirst } from './query-client.ts'
import { attachmentQueries } from './attachments.ts'
import { TYPES } from '#src/features/attachments/types.ts'

export interface TypeOfClient {
  type: AttachmentType
  /** How many there are; undefined: it could not be asked. */
  total: number | undefined
}

/** The types that the API has, in the order of the tabs. */
export async function loadTypes(queryClient: QueryClient, clientId: string): Promise<TypeOfClient[]> {
  const types = await Promise.all(TYPES.map((type) => loadType(queryClient, clientId, type)))
  return types.filter((type) => type !== null)
}

async function loadType(
  queryClient: QueryClient,
  clientId: string,
  type: AttachmentType,
): Promise<TypeOfClient | null> {
  try {
    const newest = await queryClient.query(cachedFirst(attachmentQueries.newest(clientId, type)))
    return newest && { type, total: newest.page.totalElements }
  } catch (error) {
    // One that fails takes no tab away, and not the page of another.
    if (error instanceof CallError) return { type, total: undefined }
    throw error
  }
}
