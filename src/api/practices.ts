import { queryOptions } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import type { Practice } from '#contract/practice.ts'
import { api } from './client.ts'
import { practiceKey } from './scope.ts'
import { read } from './tolerate.ts'

const practice = read.record<Practice>({
  id: read.requiredText,
  manaId: read.text,
  name: read.requiredText,
  title: read.text,
  text: read.text,
  phone: read.text,
  website: read.text,
  logoUrl: read.text,
  locked: read.flag,
  email: read.text,
  iban: read.text,
})

export const readPractice = read.one(practice)
export const readPractices = read.list(practice)

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
