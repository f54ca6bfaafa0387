import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/later-paths.ts'
import type { Retention, RetentionPreview } from '#contract/schemas/retention.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import { RETENTION_KINDS, type RetentionPolicy, type RetentionYears } from '#contract/retention.ts'
import { recordOf } from '#contract/values.ts'
import { api } from './http.ts'
import { sharedCallOf } from './query-client.ts'
import { practiceKey } from './scope.ts'
import { read } from './response-readers.ts'

// The retention policy of a practice: beyond the specification.

const kind = read.enumValue(RETENTION_KINDS)

export const readRetention = read.one(
  read.record<Retention>({
    years: read.required(read.record<RetentionYears>(recordOf(RETENTION_KINDS, () => read.number)), {}),
    isOn: read.requiredFlag,
    nextRun: read.day,
    clock: read.record({ stoppedAt: read.requiredMoment, now: read.requiredMoment }),
    removedBefore: read.required(
      read.record<Retention['removedBefore']>(recordOf(RETENTION_KINDS, () => read.day)),
      {},
    ),
    removed: read.requiredItems(
      read.record<Retention['removed'][number]>({ at: read.requiredMoment, kind, count: read.requiredNumber }),
    ),
  }),
)

export const readRetentionPreview = read.one(
  read.record<RetentionPreview>({
    counts: read.requiredItems(
      read.record<RetentionPreview['counts'][number]>({
        kind: read.required(kind, 'invoice'),
        year: read.requiredNumber,
        count: read.requiredNumber,
      }),
    ),
  }),
)

export const retentionQueries = {
  one: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'retention'),
      queryFn: async (context) => readRetention(await api.get(paths.retention(practiceId), sharedCallOf(context))),
      staleTime: 0,
    }),
  /** Counts of the records that the next nightly run would remove by these years. */
  preview: (practiceId: string, years: RetentionYears) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'retention', 'preview', years),
      queryFn: async ({ signal }) =>
        readRetentionPreview(await api.get({ path: paths.retentionPreview(practiceId), search: years }, { signal })),
      staleTime: 0,
      refetchOnWindowFocus: false,
    }),
}

/** Returns a CSV file of the records that the next nightly run would remove by the saved policy. */
export const getRetentionFile = async (practiceId: string): Promise<Blob> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `isFile` returns a blob
  (await api.get(paths.retentionPreviewFile(practiceId), { isFile: true })) as Blob

const outdates = (practiceId: string) => ({ invalidates: retentionQueries.one(practiceId).queryKey })

export const retentionMutations = {
  /** The form shows failures. The cache does not keep the proof. */
  change: (practiceId: string) =>
    mutationOptions({
      mutationFn: ({ years, isOn, proof }: RetentionPolicy & { proof?: FactorProof | undefined }) =>
        api.put(paths.retention(practiceId), { json: { years, isOn, proof }, silent: true }),
      gcTime: 0,
      meta: outdates(practiceId),
    }),
  confirmClock: (practiceId: string) =>
    mutationOptions({
      mutationFn: (stoppedAt: string) =>
        api.post(paths.retentionClock(practiceId), { json: { stoppedAt }, isUnread: true }),
      meta: outdates(practiceId),
    }),
}
