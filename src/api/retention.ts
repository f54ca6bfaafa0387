import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import {
  REHEARSAL_STATES,
  RETENTION_KINDS,
  type Rehearsal,
  type Retention,
  type RetentionCutOff,
  type RetentionKind,
} from '#contract/retention.ts'
import type { FactorProof } from '#contract/second-factor.ts'
import { recordOf } from '#contract/typed-entries.ts'
import { api } from './http.ts'
import { sharedCallOf } from './query-client.ts'
import { practiceKey } from './scope.ts'
import { read } from './tolerate.ts'

// How long a practice keeps its records: beyond the specification.

const RUNNING_EVERY_MS = 2000

type Counted = NonNullable<Rehearsal['counts']>[number]
type Removed = NonNullable<Rehearsal['removed']>[number]

const kind = read.required<RetentionKind>(read.knownWord(RETENTION_KINDS), 'invoice')
const number = read.required(read.number, 0)
const rehearsal = read.record<Rehearsal>({
  number,
  state: read.required(read.knownWord(REHEARSAL_STATES), 'outdated'),
  madeAt: read.required(read.moment, new Date(0).toISOString()),
  cutOffs: read.required(
    read.items(read.record<RetentionCutOff>({ kind, years: number, before: read.requiredDay })),
    [],
  ),
  counts: read.items(read.record<Counted>({ kind, year: number, count: number })),
  startedAt: read.moment,
  endedAt: read.moment,
  removed: read.items(read.record<Removed>({ kind, count: number })),
  stayed: read.number,
})
export const readRetention = read.one(
  read.record<Retention>({
    years: read.required(read.record<Retention['years']>(recordOf(RETENTION_KINDS, () => read.number)), {}),
    removedBefore: read.required(
      read.record<Retention['removedBefore']>(recordOf(RETENTION_KINDS, () => read.day)),
      {},
    ),
    rehearsals: read.required(read.items(rehearsal), []),
  }),
)

export const isUnderWay = ({ state }: Rehearsal): boolean => state === 'making' || state === 'running'

export const retentionQueries = {
  /** Asked again while something is under way. */
  one: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'retention'),
      queryFn: async (context) => readRetention(await api.get(paths.retention(practiceId), sharedCallOf(context))),
      refetchInterval: ({ state }) => (state.data?.rehearsals.some(isUnderWay) ? RUNNING_EVERY_MS : false),
      staleTime: 0,
    }),
}

const outdates = (practiceId: string) => ({ invalidates: retentionQueries.one(practiceId).queryKey })

/** What fails is told where it was pressed. */
export const retentionMutations = {
  change: (practiceId: string) =>
    mutationOptions({
      mutationFn: (years: Partial<Record<RetentionKind, number | null>>) =>
        api.put(paths.retention(practiceId), { json: years, isUnread: true, silent: true }),
      meta: outdates(practiceId),
    }),
  rehearse: (practiceId: string) =>
    mutationOptions({
      mutationFn: () => api.post(paths.rehearsals(practiceId), { isUnread: true }),
      meta: outdates(practiceId),
    }),
  /** The cache does not keep the proof. */
  remove: (practiceId: string, rehearsalNumber: number) =>
    mutationOptions({
      mutationFn: (proof: FactorProof) =>
        api.post(paths.rehearsalRemoval(practiceId, rehearsalNumber), {
          json: { proof },
          isUnread: true,
          silent: true,
        }),
      gcTime: 0,
      meta: outdates(practiceId),
    }),
}

/** The address of the file of a rehearsal. */
export const getRehearsalFile = (practiceId: string, rehearsalNumber: number) =>
  api.get(paths.rehearsalFile(practiceId, rehearsalNumber))
