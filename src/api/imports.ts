import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type {
  ImportKey,
  ImportKeyRequest,
  ImportKindWarnings,
  ImportProblem,
  ImportRun,
  LargePart,
  NewImportKey,
} from '#contract/schemas/imports.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import { IMPORT_REASONS, IMPORT_STATES, KEY_PURPOSES, KEY_SCOPES, LARGE_LOSSES } from '#contract/imports.ts'
import * as paths from '#contract/later-paths.ts'
import { changes } from './access-log.ts'
import { api } from './http.ts'
import { practiceKey } from './scope.ts'
import { mapOf, read } from './response-readers.ts'

// Keys of other systems, and the exports that they sent: beyond the specification.

const RUNNING_EVERY_MS = 2000

const key = {
  id: read.requiredText,
  name: read.requiredText,
  purpose: read.required(read.word(KEY_PURPOSES), 'import'),
  scopes: read.requiredItems(read.word(KEY_SCOPES)),
  madeAt: read.requiredMoment,
  madeBy: read.text,
  endsAt: read.requiredMoment,
  ended: read.flag,
  makerLeft: read.flag,
  lastUsedAt: read.moment,
}
export const readImportKeys = read.list(read.record<ImportKey>(key), 'id')
export const readImportKey = read.one(read.record<NewImportKey>({ ...key, key: read.requiredText }))

export const readProblems = read.requiredItems(
  read.record<ImportProblem>({
    line: read.requiredNumber,
    field: read.requiredText,
    reason: read.requiredText,
    code: read.enumValue(IMPORT_REASONS),
    value: read.text,
    wholeLine: read.flag,
    column: read.text,
    given: read.text,
  }),
)
export const readProblemCounts = read.record({
  count: read.requiredNumber,
  lines: read.requiredNumber,
  first: readProblems,
})
const kindWarnings = read.record<ImportKindWarnings>({
  lines: read.requiredNumber,
  leftOut: read.requiredNumber,
  reasons: read.required(mapOf(read.number), {}),
})
const kinds = mapOf(kindWarnings)
export const readLargeParts = read.items(
  read.record<LargePart>({
    kind: read.requiredText,
    what: read.required(read.enumValue(LARGE_LOSSES), 'leftOut'),
    count: read.requiredNumber,
    of: read.requiredNumber,
  }),
)
const importRun = read.record<ImportRun>({
  sequence: read.requiredNumber,
  state: read.required(read.word(IMPORT_STATES), 'done'),
  receivedAt: read.requiredMoment,
  startedAt: read.moment,
  endedAt: read.moment,
  resetAt: read.moment,
  key: read.requiredText,
  bytes: read.requiredNumber,
  check: read.flag,
  paused: read.flag,
  changes,
  problems: readProblemCounts,
  warnings: read.record({ count: read.requiredNumber, first: readProblems, kinds }),
  large: readLargeParts,
  deferredMails: read.record({ count: read.requiredNumber, lastOn: read.required(read.day, '') }),
})
export const readImports = read.page(importRun)

export const isUnderWay = ({ state }: ImportRun): boolean => state === 'waiting' || state === 'running'

export const importQueries = {
  keys: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'import-keys'),
      // The panel shows its failure itself.
      queryFn: async ({ signal }) =>
        readImportKeys(await api.get(paths.importKeys(practiceId), { signal, silent: true })),
    }),
  all: (practiceId: string) => practiceKey(practiceId, 'imports'),
  /** The latest runs; refetched while a run is waiting or running. */
  latest: (practiceId: string, size: number) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'imports', size),
      queryFn: async ({ signal }) =>
        readImports(await api.get(paths.imports(practiceId), { search: { size }, signal, silent: true })),
      refetchInterval: ({ state }) => (state.data?.content.some(isUnderWay) ? RUNNING_EVERY_MS : false),
      staleTime: 0,
    }),
}

const outdatesKeys = (practiceId: string) => ({ invalidates: importQueries.keys(practiceId).queryKey })

export const importMutations = {
  /** Creates a key. Only this response contains the secret key, and the cache does not keep the response. */
  makeKey: (practiceId: string) =>
    mutationOptions({
      mutationFn: async (request: ImportKeyRequest) =>
        readImportKey(await api.post(paths.importKeys(practiceId), { json: request, silent: true })),
      gcTime: 0,
      meta: outdatesKeys(practiceId),
    }),

  /** Takes over a key from a member of staff who has left. The cache does not keep the proof. */
  takeOverKey: (practiceId: string, keyId: string) =>
    mutationOptions({
      mutationFn: (proof: FactorProof) =>
        api.post(paths.importKeyTakeover(practiceId, keyId), { json: proof, isUnread: true, silent: true }),
      gcTime: 0,
      meta: outdatesKeys(practiceId),
    }),

  revokeKey: (practiceId: string, keyId: string) =>
    mutationOptions({
      mutationFn: () => api.delete(paths.importKey(practiceId, keyId)),
      meta: outdatesKeys(practiceId),
    }),

  /** Loads an export that waits for confirmation. */
  confirm: (practiceId: string, sequence: number) =>
    mutationOptions({
      mutationFn: () => api.post(paths.importConfirmation(practiceId, sequence), { isUnread: true, silent: true }),
      meta: { invalidates: importQueries.all(practiceId) },
    }),

  /** Rejects an export that waits for confirmation. */
  decline: (practiceId: string, sequence: number) =>
    mutationOptions({
      mutationFn: () => api.delete(paths.importConfirmation(practiceId, sequence), { silent: true }),
      meta: { invalidates: importQueries.all(practiceId) },
    }),

  /** Resets the sequence, so that exports may be numbered from 1 again. */
  resetSequence: (practiceId: string) =>
    mutationOptions({
      mutationFn: () => api.delete(paths.importSequence(practiceId)),
      meta: { invalidates: importQueries.all(practiceId) },
    }),
}
