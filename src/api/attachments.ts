import { queryOptions } from '@tanstack/react-query'
import type { Attachment, AttachmentType } from '#contract/attachment.ts'
import { MAX_PAGE_SIZE, type Page } from '#contract/paging.ts'
import { paths } from '#contract/paths.ts'
import { DEFAULT_SORT, PAGE_SIZE } from '#src/lib/constants.ts'
import { api } from './client.ts'

export interface AttachmentSearch {
  /** From 1, as in the address. */
  page: number
  /** Of one animal; undefined: of all. An API that does not know the parameter answers with all. */
  patientId?: string | undefined
}

const list = (clientId: string, type: AttachmentType) => ['client', clientId, 'attachments', type] as const

interface Asked extends AttachmentSearch {
  type: AttachmentType
  size: number
}

/** Null where the API has no attachments of that type. */
const attachments = (clientId: string, { type, size, page, patientId }: Asked, signal?: AbortSignal) =>
  api.get<Page<Attachment> | null>(paths.attachments(clientId, type), {
    search: { page: page - 1, size, sort: DEFAULT_SORT, patientId },
    ...(signal && { signal }),
    nullOn404: true,
  })

export const attachmentQueries = {
  list: (clientId: string, type: AttachmentType, search: AttachmentSearch) =>
    queryOptions({
      queryKey: [...list(clientId, type), search],
      queryFn: ({ signal }) => attachments(clientId, { type, size: PAGE_SIZE, ...search }, signal),
    }),
  /** As many as one answer holds; its `page` tells whether those are all. */
  whole: (clientId: string, type: AttachmentType, patientId: string) =>
    queryOptions({
      queryKey: [...list(clientId, type), 'whole', patientId],
      queryFn: ({ signal }) => attachments(clientId, { type, size: MAX_PAGE_SIZE, page: 1, patientId }, signal),
    }),
  /**
   * The few newest, which also tells whether there is such a type and how many there are of it. Without the signal, here and of
   * the animals: one page waits for what another shows, and who leaves that must not call it off for both.
   */
  newest: (clientId: string, type: AttachmentType) =>
    queryOptions({
      queryKey: [...list(clientId, type), 'newest'],
      queryFn: () => attachments(clientId, { type, size: 3, page: 1 }),
    }),
}
