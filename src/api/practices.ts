import { queryOptions } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { api } from './client.ts'
import { practiceKey } from './scope.ts'
import { readPractice } from './tolerate.ts'

export const getPractice = async (practiceId: string, options: { signal?: AbortSignal } = {}) =>
  readPractice(await api.get(paths.practice(practiceId), options))

export const practiceQueries = {
  one: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId),
      // No signal: every area shows it, and leaving one would cancel it for the way to the next.
      queryFn: () => getPractice(practiceId),
      staleTime: 300_000,
    }),
}
