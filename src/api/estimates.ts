import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { ESTIMATE_OUTCOMES, ESTIMATE_STATES } from '#contract/estimate-states.ts'
import { INVOICE_CURRENCIES } from '#contract/invoice.ts'
import * as laterPaths from '#contract/later-paths.ts'
import { type Page, PAGE_SIZE } from '#contract/paging.ts'
import type {
  Estimate,
  EstimateAnswer,
  EstimateAnswerBody,
  EstimateBody,
  EstimateLine,
  EstimateSettings,
  PracticeEstimate,
  ShownEstimateSettings,
} from '#contract/schemas/estimate.ts'
import { SPECIFIED } from './all-pages.ts'
import { can } from './capabilities.ts'
import { ALL, type EstimateSearch } from './estimate-search.ts'
import { api, type GetOptions } from './http.ts'
import { cutTo } from './pages.ts'
import { callOf } from './query-client.ts'
import { clientKey, practiceKey } from './scope.ts'
import { type Fields, read } from './response-readers.ts'

// Estimates of the practice and the answers of owners: beyond the specification.

const line = read.record<EstimateLine>({
  date: read.day,
  patientUuid: read.text,
  patientName: read.text,
  description: read.requiredText,
  quantity: read.number,
  unit: read.text,
  unitPrice: read.amount,
  discount: read.amount,
  vatRate: read.number,
  amount: read.required(read.amount, 0),
  amountTo: read.amount,
})

const answer = read.record<EstimateAnswer>({
  outcome: read.required(read.word(ESTIMATE_OUTCOMES), 'accepted'),
  at: read.requiredMoment,
  by: read.text,
  contentHash: read.requiredText,
  fileHash: read.text,
  text: read.text,
  amount: read.amount,
  amountTo: read.amount,
})

const terms = read.record<NonNullable<Estimate['terms']>>({
  emergency: read.requiredText,
  phone: read.text,
  confirmation: read.requiredText,
})

const fields = {
  uuid: read.requiredText,
  practiceId: read.requiredText,
  clientUuid: read.requiredText,
  state: read.required(read.word(ESTIMATE_STATES), 'open'),
  number: read.text,
  date: read.requiredDay,
  validUntil: read.requiredDay,
  patientUuid: read.text,
  patientName: read.text,
  reason: read.requiredText,
  text: read.text,
  lines: read.requiredItems(line),
  currency: read.enumValue(INVOICE_CURRENCIES),
  contentHash: read.requiredText,
  sentAt: read.requiredMoment,
  changedAt: read.moment,
  withdrawnAt: read.moment,
  answer,
  formerAnswers: read.items(answer),
  terms,
} satisfies Fields<Estimate>

const estimate = read.record<Estimate>(fields)
export const readEstimate = read.one(estimate)
export const readEstimates = read.page(estimate)

const practiceEstimate = read.record<PracticeEstimate>({
  ...fields,
  clientName: read.requiredText,
  clientNumber: read.text,
  fromSystem: read.flag,
  changeNumber: read.requiredNumber,
})
export const readPracticeEstimate = read.one(practiceEstimate)
export const readPracticeEstimates = read.page(practiceEstimate)

export const readEstimateSettings = read.one(
  read.record<ShownEstimateSettings>({
    emergency: read.text,
    emergencyPhone: read.text,
    confirmation: read.text,
    shown: (value) => terms(value) ?? { emergency: '', confirmation: '', phone: undefined },
  }),
)

const estimatesKey = (clientId: string) => clientKey(clientId, 'estimates')

/** Estimates of a client; `page` counts from 0. */
export const getEstimates = async (clientId: string, page: number, options: GetOptions) =>
  readEstimates(await api.get(laterPaths.estimates(clientId), { search: { page, ...SPECIFIED }, ...options }))

// Null: the API has no estimates, or not this one.
export const estimateQueries = {
  /** Estimates of a client; `page` counts from 1. */
  list: (clientId: string, { page }: { page: number }) =>
    queryOptions({
      queryKey: [...estimatesKey(clientId), 'list', { page }] as const,
      queryFn: async (context) =>
        (await can(context.client, 'estimates')) ? getEstimates(clientId, page - 1, callOf(context)) : null,
      select: (response: Page<Estimate> | null) => response && cutTo(response, page),
      // The practice may have changed an estimate a moment ago.
      staleTime: 5000,
    }),
  one: (clientId: string, estimateId: string) =>
    queryOptions({
      queryKey: [...estimatesKey(clientId), 'one', estimateId] as const,
      queryFn: async (context) =>
        (await can(context.client, 'estimates'))
          ? read.orNull(readEstimate)(
              await api.get(laterPaths.estimate(clientId, estimateId), { ...callOf(context), nullOn404: true }),
            )
          : null,
      staleTime: 5000,
    }),
}

/** Returns the response with the URL of the PDF, by default that of the present content. */
export const getEstimateFile = (clientId: string, estimateId: string, contentHash?: string) =>
  api.get(laterPaths.estimateFile(clientId, estimateId), { search: { contentHash } })

/** The caller shows failures. */
export const estimateMutations = {
  /** Also refetches after a failure, because the practice or a co-owner may have changed the estimate. */
  answer: (clientId: string, estimateId: string) =>
    mutationOptions({
      mutationFn: async (json: EstimateAnswerBody) =>
        api.post(laterPaths.estimateAnswer(clientId, estimateId), { json, silent: true, isUnread: true }),
      meta: { invalidates: () => ({ queryKey: estimatesKey(clientId) }) },
    }),
}

const practiceEstimatesKey = <const Rest extends readonly unknown[]>(practiceId: string, ...rest: Rest) =>
  practiceKey(practiceId, 'estimates', ...rest)

/** Callers have checked the capability `estimates`. */
export const practiceEstimateQueries = {
  list: (practiceId: string, search: EstimateSearch) =>
    queryOptions({
      queryKey: practiceEstimatesKey(practiceId, 'list', search),
      queryFn: async (context) =>
        readPracticeEstimates(
          await api.get(laterPaths.practiceEstimates(practiceId), {
            search: {
              page: search.page - 1,
              size: PAGE_SIZE,
              state: search.state === ALL ? undefined : search.state,
              client: search.of || undefined,
              q: search.search || undefined,
            },
            ...callOf(context),
          }),
        ),
      select: (response) => cutTo(response, search.page),
      // An owner may have answered a moment ago.
      staleTime: 5000,
    }),
  /** Null: the estimate does not exist, or no longer. */
  one: (practiceId: string, estimateId: string) =>
    queryOptions({
      queryKey: practiceEstimatesKey(practiceId, 'one', estimateId),
      queryFn: async (context) =>
        read.orNull(readPracticeEstimate)(
          await api.get(laterPaths.practiceEstimate(practiceId, estimateId), { ...callOf(context), nullOn404: true }),
        ),
      staleTime: 0,
    }),
  settings: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'estimate-settings'),
      queryFn: async (context) =>
        readEstimateSettings(await api.get(laterPaths.estimateSettings(practiceId), callOf(context))),
    }),
}

export const getPracticeEstimateFile = (practiceId: string, estimateId: string, contentHash?: string) =>
  api.get(laterPaths.practiceEstimateFile(practiceId, estimateId), { search: { contentHash } })

/** The caller shows failures. */
export const practiceEstimateMutations = {
  /** Creates or changes an estimate. The sender chooses the id, so that a repeated call changes nothing. */
  save: (practiceId: string, estimateId: string) =>
    mutationOptions({
      mutationFn: async (json: EstimateBody) =>
        api.put(laterPaths.practiceEstimate(practiceId, estimateId), { json, silent: true }),
      meta: { invalidates: () => ({ queryKey: practiceEstimatesKey(practiceId) }) },
    }),
  withdraw: (practiceId: string, estimateId: string) =>
    mutationOptions({
      mutationFn: async () =>
        api.post(laterPaths.estimateWithdrawal(practiceId, estimateId), { silent: true, isUnread: true }),
      meta: { invalidates: () => ({ queryKey: practiceEstimatesKey(practiceId) }) },
    }),
  changeSettings: (practiceId: string) =>
    mutationOptions({
      mutationFn: async (json: EstimateSettings) =>
        api.put(laterPaths.estimateSettings(practiceId), { json, silent: true }),
      meta: { invalidates: practiceEstimateQueries.settings(practiceId).queryKey },
    }),
}
