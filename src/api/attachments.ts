import type { Attachment as ContractAttachment } from '#contract/schemas/attachment.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import { attachmentTypes } from '#src/lib/attachment-types.ts'
import { CallError } from '#src/lib/call-error.ts'
import { api, type GetOptions } from './http.ts'
import { type PatientPage, pageOfPatient, type PatientSearch } from './patients.ts'
import { firstOf, type PageRequest, WHOLE, NEWEST, SPECIFIED } from './all-pages.ts'
import { cutTo } from './pages.ts'
import { type Loader, cachedFirst, callOf } from './query-client.ts'
import { clientKey } from './scope.ts'
import { read } from './response-readers.ts'

/** Attachment as received; the types are a setting of the portal. */
export interface Attachment extends Omit<ContractAttachment, 'type'> {
  type?: string | undefined
}

const attachment = read.record<Attachment>({
  uuid: read.requiredText,
  date: read.requiredDay,
  type: (value) => read.word(attachmentTypes())(value),
  name: read.text,
  fileName: read.text,
  mimeType: read.text,
  sizeBytes: read.number,
  patientUuid: read.text,
  patientName: read.text,
  author: read.text,
  url: read.text,
  expiresDate: read.day,
})

export const readAttachments = read.page(attachment)

/** Returns a page of attachments; null if the API has none of that type. */
export const getAttachments = async (
  clientId: string,
  type: string,
  request: PageRequest & Pick<PatientSearch, 'patientId'>,
  options: GetOptions = {},
) =>
  read.orNull(readAttachments)(
    await api.get(paths.attachments(clientId, type), { search: { ...request }, ...options, nullOn404: true }),
  )

export const attachmentQueries = {
  list: (clientId: string, type: string, search: PatientSearch) =>
    queryOptions({
      queryKey: clientKey(clientId, 'attachments', type, search),
      queryFn: (context) =>
        pageOfPatient(context.client, search.patientId, (patientId) =>
          getAttachments(clientId, type, { page: search.page - 1, ...SPECIFIED, patientId }, callOf(context)),
        ),
      select: (response: PatientPage<Attachment> | null) => response && cutTo(response, search.page),
    }),
  /** Reads at most one full page; `page` has the total. The caller shows a failure. */
  whole: (clientId: string, type: string, patientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'attachments', type, 'whole', patientId),
      queryFn: ({ client, signal }) =>
        pageOfPatient(client, patientId, (id) =>
          firstOf(
            client,
            (request) => getAttachments(clientId, type, { ...request, patientId: id }, { signal, silent: true }),
            WHOLE,
          ),
        ),
    }),
  /**
   * The newest attachments, and with them the total and whether the API has the type. No signal: leaving one page must not cancel the
   * request for another page that waits for the response. A failure is not shown, because the request is not an action of the user.
   */
  newest: (clientId: string, type: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'attachments', type, 'newest'),
      queryFn: ({ client }) =>
        firstOf(client, (request) => getAttachments(clientId, type, request, { silent: true }), NEWEST),
    }),
}

export interface OfferedType {
  type: string
  /** Undefined: the request failed. */
  total: number | undefined
}

/** Returns the types that the API has, in the order of the tabs. */
export async function loadTypes(queryClient: QueryClient, clientId: string, loader: Loader): Promise<OfferedType[]> {
  const types = await Promise.all(attachmentTypes().map((type) => loadType({ queryClient, clientId, type, loader })))
  return types.filter((type) => type !== null)
}

interface Loading {
  queryClient: QueryClient
  clientId: string
  type: string
  loader: Loader
}

async function loadType({ queryClient, clientId, type, loader }: Loading): Promise<OfferedType | null> {
  try {
    const newest = await queryClient.query(cachedFirst(attachmentQueries.newest(clientId, type), loader))
    return newest && { type, total: newest.page.totalElements }
  } catch (error) {
    // A failure hides no tab.
    if (error instanceof CallError) return { type, total: undefined }
    throw error
  }
}
