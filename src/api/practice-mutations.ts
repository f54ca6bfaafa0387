import type { Practice } from '#contract/schemas/practice.ts'
import type { QueryClient } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import { CallError } from '#src/lib/call-error.ts'
import { putFile } from '#src/lib/files/put.ts'
import { api, namesFields } from './http.ts'
import { can } from './capabilities.ts'
import { practiceQueries, versionOf, withVersion } from './practices.ts'

/** Asks for it anew: an answer under way was made before the change. */
export async function reloadPractice(queryClient: QueryClient, practiceId: string): Promise<Practice> {
  const query = practiceQueries.one(practiceId)
  await queryClient.cancelQueries({ queryKey: query.queryKey, exact: true })
  return queryClient.query({ ...query, staleTime: 0 })
}

/** Somebody else has changed it since the version that was to be changed. */
export const isStale = (error: unknown) => error instanceof CallError && error.status === 412

/** Sends all that was loaded, with what is changed of it; refused as stale where that is no longer the version. */
export async function savePractice(
  queryClient: QueryClient,
  practiceId: string,
  { practice, version, proof }: { practice: Practice; version: string | undefined; proof?: FactorProof | undefined },
): Promise<Practice> {
  const ifMatch = version !== undefined && (await can(queryClient, 'practice-version')) ? version : undefined
  let saved: string | undefined
  await api.put(paths.practice(practiceId), {
    json: { ...practice, proof },
    // In the dialog that asks for the proof.
    silent: proof !== undefined,
    onVersion: (given) => (saved = given),
    ...(ifMatch !== undefined && { ifMatch }),
    expects: (error) => namesFields(error) || (ifMatch !== undefined && isStale(error)),
  })
  const kept = withVersion({ ...practice }, saved)
  queryClient.setQueryData(practiceQueries.one(practiceId).queryKey, kept)
  // It is saved; that it could not be read again was shown.
  return reloadPractice(queryClient, practiceId).catch(() => kept)
}

/** The practice is asked for anew: who else uses the logo sees it go. */
export async function removeLogo(queryClient: QueryClient, practiceId: string): Promise<void> {
  await api.delete(paths.practiceLogo(practiceId))
  const { queryKey } = practiceQueries.one(practiceId)
  queryClient.setQueryData(
    queryKey,
    (practice) => practice && withVersion({ ...practice, logoUrl: undefined }, versionOf(practice)),
  )
  await reloadPractice(queryClient, practiceId).catch(() => {})
}

interface NewLogo {
  file: File
  onProgress: (share: number) => void
  /** The API gives no address to send it to, and nobody has been told. */
  onRefused: (error: unknown) => void
}

/**
 * The file goes to where the server says, and not by the server itself. Answers where the logo is now, and whether that is the
 * address of the former one.
 */
export async function replaceLogo(
  queryClient: QueryClient,
  practiceId: string,
  { file, onProgress, onRefused }: NewLogo,
): Promise<{ logoUrl: string | undefined; isSameUrl: boolean }> {
  const answer = await api
    .get(paths.logoUploadUrl(practiceId), { contentType: file.type, silent: true })
    .catch((error: unknown) => {
      onRefused(error)
      throw error
    })
  await putFile(answer, file, onProgress)
  const before = queryClient.getQueryData(practiceQueries.one(practiceId).queryKey)
  const { logoUrl } = await reloadPractice(queryClient, practiceId)
  return { logoUrl, isSameUrl: logoUrl === before?.logoUrl }
}
