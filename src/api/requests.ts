import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { type Page, DEFAULT_SORT, PAGE_SIZE, type Sort } from '#contract/paging.ts'
import * as laterPaths from '#contract/later-paths.ts'
import * as paths from '#contract/paths.ts'
import {
  APPOINTMENT_WISHES,
  DETAIL_FIELDS,
  MESSAGE_OUTCOMES,
  PARTS_OF_DAY,
  REQUEST_KINDS,
  REQUEST_SIDES,
  REQUEST_STATES,
  WEEKDAYS,
} from '#contract/request.ts'
import type {
  AnswerTemplate,
  NewRequest,
  OwnerMessage,
  PortalRequest,
  PracticeMessage,
  PracticeRequest,
  RequestAnswer,
  RequestMessage,
  RequestSettings,
} from '#contract/schemas/request.ts'
import { can } from './capabilities.ts'
import { CallError } from '#src/lib/call-error.ts'
import { api, type GetOptions } from './http.ts'
import { type PageRequest, SPECIFIED } from './all-pages.ts'
import { cutTo } from './pages.ts'
import { callOf, sharedCallOf } from './query-client.ts'
import { clientKey, practiceKey } from './scope.ts'
import { readAppointment } from './appointments.ts'
import { type Fields, read } from './response-readers.ts'
import { ALL, NO_REQUEST_SEARCH, type RequestSearch, WAITING } from './request-search.ts'
import { termsFields } from './request-terms.ts'

// Requests of owners and answers of the practice: beyond the specification.

type Of<List extends unknown[] | undefined> = NonNullable<List>[number]

const photoItems = read.items(read.complete<Of<PortalRequest['photos']>>({ id: read.text, url: read.text }))

const readMessage = read.record<RequestMessage>({
  uuid: read.requiredText,
  side: read.required(read.word(REQUEST_SIDES), 'practice'),
  at: read.requiredMoment,
  outcome: read.word(MESSAGE_OUTCOMES),
  text: read.text,
  by: read.text,
  appointmentUuid: read.text,
  photos: photoItems,
})

/** Fields that both the owner and the practice get. */
const requestFields = {
  uuid: read.requiredText,
  practiceId: read.requiredText,
  clientUuid: read.requiredText,
  state: read.required(read.word(REQUEST_STATES), 'sent'),
  kind: read.required(read.word(REQUEST_KINDS), 'QUESTION'),
  patientUuid: read.text,
  patientName: read.text,
  text: read.text,
  products: read.items(
    read.record<Of<PortalRequest['products']>>({
      name: read.requiredText,
      visitFormUuid: read.text,
      logbookEntryUuid: read.text,
    }),
  ),
  wish: read.word(APPOINTMENT_WISHES),
  reminderUuid: read.text,
  reminderUuids: read.items(read.text),
  appointmentUuid: read.text,
  reminders: read.items(read.record<Of<PortalRequest['reminders']>>({ description: read.text, date: read.day })),
  appointment: readAppointment,
  suits: read.items(
    read.complete<Of<PortalRequest['suits']>>({
      day: read.enumValue(WEEKDAYS),
      parts: read.items(read.enumValue(PARTS_OF_DAY)),
    }),
  ),
  corrections: read.items(
    read.record<Of<PortalRequest['corrections']>>({
      field: read.required(read.word(DETAIL_FIELDS), 'lastName'),
      present: read.text,
      wanted: read.text,
    }),
  ),
  estimateUuid: read.text,
  formerUuid: read.text,
  sentAt: read.requiredMoment,
  seenAt: read.moment,
  overdue: read.flag,
  closedAt: read.moment,
  photos: photoItems,
  messages: read.items(readMessage),
  unread: read.flag,
  answer: read.record<NonNullable<PortalRequest['answer']>>({
    text: read.text,
    by: read.text,
    appointmentUuid: read.text,
    appointment: readAppointment,
  }),
} satisfies Fields<PortalRequest>

const portalRequest = read.record<PortalRequest>(requestFields)
export const readRequest = read.one(portalRequest)
export const readRequests = read.page(portalRequest)
const readPhoto = read.one(read.record<{ id: string }>({ id: read.requiredText }))

/** Key of all queries of a client's requests. */
const requestsKey = (clientId: string) => clientKey(clientId, 'requests')

export const getRequests = async (clientId: string, request: PageRequest, options: GetOptions) =>
  readRequests(await api.get(laterPaths.clientRequests(clientId), { search: { ...request }, ...options }))

// Null: the API has no requests, or not this one.
export const requestQueries = {
  /** Requests of a client; `page` counts from 1. */
  list: (clientId: string, { page }: { page: number }) =>
    queryOptions({
      queryKey: [...requestsKey(clientId), 'list', { page }] as const,
      queryFn: async (context) =>
        (await can(context.client, 'requests'))
          ? getRequests(clientId, { page: page - 1, ...SPECIFIED }, callOf(context))
          : null,
      select: (response: Page<PortalRequest> | null) => response && cutTo(response, page),
      // The practice may have answered a moment ago.
      staleTime: 5000,
    }),
  one: (clientId: string, requestId: string) =>
    queryOptions({
      queryKey: [...requestsKey(clientId), 'one', requestId] as const,
      queryFn: async (context) =>
        (await can(context.client, 'requests'))
          ? read.orNull(readRequest)(
              await api.get(laterPaths.clientRequest(clientId, requestId), { ...callOf(context), nullOn404: true }),
            )
          : null,
      staleTime: 5000,
      refetchOnWindowFocus: true,
    }),
}

/** The caller shows failures. */
export const requestMutations = {
  send: (clientId: string) =>
    mutationOptions({
      mutationFn: async (json: NewRequest) =>
        readRequest(await api.post(laterPaths.clientRequests(clientId), { json, silent: true })),
      meta: { invalidates: requestsKey(clientId), isShared: true },
    }),
  removePhoto: (clientId: string) =>
    mutationOptions({
      mutationFn: (photoId: string) =>
        api.delete(laterPaths.requestPhoto(clientId, photoId), { silent: true, isUnread: true }),
      // The practice may have seen the request meanwhile.
      meta: { invalidates: () => ({ queryKey: requestsKey(clientId) }) },
    }),
  /** Writes a message, which may reopen an ended request. Also refetches after a failure: the practice may have written. */
  write: (clientId: string, requestId: string) =>
    mutationOptions({
      mutationFn: ({ reopens, ...message }: OwnerMessage & { reopens: boolean }) => {
        const path = reopens ? laterPaths.requestReopen : laterPaths.requestMessages
        return api.post(path(clientId, requestId), { json: message, silent: true })
      },
      meta: { invalidates: () => ({ queryKey: requestsKey(clientId) }), isShared: true },
    }),
  /** Marks messages as read. A failure is not shown, because the next visit repeats the call. */
  read: (clientId: string, requestId: string) =>
    mutationOptions({
      mutationFn: (lastUuid: string) =>
        api.post(laterPaths.requestRead(clientId, requestId), {
          json: { lastUuid },
          silent: true,
          isBackground: true,
        }),
      meta: { invalidates: requestsKey(clientId), isShared: true },
    }),
  withdraw: (clientId: string) =>
    mutationOptions({
      mutationFn: (requestId: string) =>
        api.post(laterPaths.requestWithdrawal(clientId, requestId), { silent: true, isUnread: true }),
      // The practice may have answered meanwhile.
      meta: { invalidates: () => ({ queryKey: requestsKey(clientId) }), isShared: true },
    }),
}

/** Uploads a photo before its request. Returns the id by which the request names it. */
export async function sendPhoto(clientId: string, photo: Blob): Promise<string> {
  const response = await api.post(laterPaths.requestPhotos(clientId), { body: photo, silent: true })
  return readPhoto(response).id
}

/** Uploads a photo of staff before its message. Returns the id by which the message names it. */
export async function sendPracticePhoto(practiceId: string, requestId: string, photo: Blob): Promise<string> {
  const path = laterPaths.practiceRequestPhotos(practiceId, requestId)
  return readPhoto(await api.post(path, { body: photo, silent: true })).id
}

/** UUID of the last message, or of the request. */
export const lastUuidOf = ({ uuid, messages }: Pick<PortalRequest, 'uuid' | 'messages'>): string =>
  messages?.at(-1)?.uuid ?? uuid

/** Whether a photo could not be removed because the practice has seen its request. */
export const hasBeenSeen = (error: unknown): boolean => error instanceof CallError && error.code === 'conflict'

const practiceRequest = read.record<PracticeRequest>({
  ...requestFields,
  clientName: read.requiredText,
  clientNumber: read.text,
  number: read.requiredNumber,
  lastVisit: read.record<NonNullable<PracticeRequest['lastVisit']>>({ date: read.requiredDay, reason: read.text }),
  lastMedicine: read.record<NonNullable<PracticeRequest['lastMedicine']>>({
    date: read.requiredDay,
    name: read.requiredText,
  }),
})

export const readPracticeRequests = read.page(practiceRequest)
export const readPracticeRequest = read.one(practiceRequest)

export const readRequestSettings = read.one(
  read.record<RequestSettings>({
    ...termsFields,
    seenWithinDays: read.number,
    templates: read.items(read.text),
    answerTemplates: read.items(
      read.record<AnswerTemplate>({ text: read.requiredText, kind: read.word(REQUEST_KINDS) }),
    ),
    mailTo: read.text,
    mailToConfirmed: read.flag,
  }),
)

export const sortOf = ({ state, sort }: Pick<RequestSearch, 'state' | 'sort'>): Sort =>
  sort ?? (state === WAITING ? 'date,asc' : DEFAULT_SORT)

const practiceRequestsKey = <const Rest extends readonly unknown[]>(practiceId: string, ...rest: Rest) =>
  practiceKey(practiceId, 'requests', ...rest)

const getPracticeRequests = async (practiceId: string, wanted: RequestSearch, size: number, options: GetOptions) =>
  readPracticeRequests(
    await api.get(laterPaths.practiceRequests(practiceId), {
      search: {
        page: wanted.page - 1,
        size,
        sort: sortOf(wanted),
        state: wanted.state === ALL ? undefined : wanted.state,
        kind: wanted.kind,
        patient: wanted.patient || undefined,
        client: wanted.of || undefined,
        q: wanted.search || undefined,
      },
      ...options,
    }),
  )

/** Callers have checked the capability `requests`. */
export const practiceRequestQueries = {
  list: (practiceId: string, search: RequestSearch) =>
    queryOptions({
      queryKey: practiceRequestsKey(practiceId, 'list', search),
      queryFn: (context) => getPracticeRequests(practiceId, search, PAGE_SIZE, callOf(context)),
      select: (response) => cutTo(response, search.page),
      // A colleague may have answered a request a moment ago.
      staleTime: 5000,
    }),
  /** Null: the request does not exist, or no longer. */
  one: (practiceId: string, requestId: string) =>
    queryOptions({
      queryKey: practiceRequestsKey(practiceId, 'one', requestId),
      queryFn: async (context) =>
        read.orNull(readPracticeRequest)(
          await api.get(laterPaths.practiceRequest(practiceId, requestId), { ...callOf(context), nullOn404: true }),
        ),
      staleTime: 0,
      refetchOnWindowFocus: true,
    }),
  /** Number of waiting requests of a client. */
  waitingOf: (practiceId: string, clientId: string) =>
    queryOptions({
      queryKey: practiceRequestsKey(practiceId, 'waiting-of', clientId),
      queryFn: async ({ signal }) => {
        const wanted = { ...NO_REQUEST_SEARCH, of: clientId }
        return getPracticeRequests(practiceId, wanted, 1, { signal, silent: true, isBackground: true })
      },
      select: ({ page }) => page.totalElements,
    }),
  settings: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'request-settings'),
      queryFn: async (context) =>
        readRequestSettings(await api.get(paths.requestSettings(practiceId), sharedCallOf(context))),
      staleTime: 300_000,
    }),
}

export const practiceRequestMutations = {
  /** Marks a request as seen. A failure is not shown, because the next visit repeats the call. */
  see: (practiceId: string, requestId: string) =>
    mutationOptions({
      mutationFn: () => api.post(laterPaths.requestSeen(practiceId, requestId), { silent: true, isBackground: true }),
      meta: { invalidates: practiceRequestsKey(practiceId), isShared: true },
    }),

  /** Sends the answer. Also refetches after a failure, because a colleague may have answered meanwhile. */
  answer: (practiceId: string, requestId: string) =>
    mutationOptions({
      mutationFn: (answer: RequestAnswer) =>
        api.post(laterPaths.requestAnswer(practiceId, requestId), { json: answer, isUnread: true, silent: true }),
      meta: { invalidates: () => ({ queryKey: practiceRequestsKey(practiceId) }), isShared: true },
    }),

  /** Writes a message, which may end the request. Refetches like `answer`. */
  write: (practiceId: string, requestId: string) =>
    mutationOptions({
      mutationFn: (message: PracticeMessage) =>
        api.post(laterPaths.practiceRequestMessages(practiceId, requestId), {
          json: message,
          silent: true,
        }),
      meta: { invalidates: () => ({ queryKey: practiceRequestsKey(practiceId) }), isShared: true },
    }),

  /** Ends a request without a message. */
  end: (practiceId: string, requestId: string) =>
    mutationOptions({
      mutationFn: (lastUuid: string) =>
        api.post(laterPaths.practiceRequestEnd(practiceId, requestId), {
          json: { lastUuid },
          silent: true,
        }),
      meta: { invalidates: () => ({ queryKey: practiceRequestsKey(practiceId) }), isShared: true },
    }),

  changeSettings: (practiceId: string) =>
    mutationOptions({
      mutationFn: (settings: RequestSettings) =>
        api.put(paths.requestSettings(practiceId), { json: settings, silent: true }),
      meta: { invalidates: practiceRequestQueries.settings(practiceId).queryKey },
    }),
}
