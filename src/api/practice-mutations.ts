import type { Practice, PracticeChange } from '#contract/schemas/practice.ts'
import type { QueryClient } from '@tanstack/react-query'
import * as laterPaths from '#contract/later-paths.ts'
import * as paths from '#contract/paths.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import { typedKeys } from '#contract/values.ts'
import { CallError } from '#src/lib/call-error.ts'
import { putFile } from '#src/lib/files/put.ts'
import { api, namesFields } from './http.ts'
import { can } from './capabilities.ts'
import { practiceQueries, versionOf, withVersion } from './practices.ts'

/** Fetches the practice again; cancels a fetch that began before the change. */
export async function reloadPractice(queryClient: QueryClient, practiceId: string): Promise<Practice> {
  const query = practiceQueries.one(practiceId)
  await queryClient.cancelQueries({ queryKey: query.queryKey, exact: true })
  return queryClient.query({ ...query, staleTime: 0 })
}

/** Whether the practice has changed since the version that was edited. */
export const isStale = (error: unknown) => error instanceof CallError && error.status === 412

/** Sends the whole practice with its changes; fails with 412 if the version is outdated. */
export async function savePractice(
  queryClient: QueryClient,
  practiceId: string,
  { practice, version, proof }: { practice: Practice; version: string | undefined; proof?: FactorProof | undefined },
): Promise<Practice> {
  const ifMatch = version !== undefined && (await can(queryClient, 'practice-version')) ? version : undefined
  let saved: string | undefined
  await api.put(paths.practice(practiceId), {
    json: { ...practice, proof },
    // The dialog of the proof shows the failure.
    silent: proof !== undefined,
    onVersion: (given) => (saved = given),
    ...(ifMatch !== undefined && { ifMatch }),
    expects: (error) => namesFields(error) || (ifMatch !== undefined && isStale(error)),
  })
  const updated = withVersion({ ...practice }, saved)
  queryClient.setQueryData(practiceQueries.one(practiceId).queryKey, updated)
  // The change is saved; a failure to read it again has been shown.
  return reloadPractice(queryClient, practiceId).catch(() => updated)
}

/**
 * Changes a part of the practice. A change by another user since the form was opened fails with 412 only if it concerns the
 * same part.
 */
export async function changePracticePart(
  queryClient: QueryClient,
  practiceId: string,
  known: Practice,
  change: Pick<PracticeChange, 'openingHours' | 'seller'>,
): Promise<Practice> {
  const put = async (ifMatch: string | undefined) =>
    await api.put(paths.practice(practiceId), {
      json: change,
      ...(ifMatch !== undefined && { ifMatch }),
      expects: (error) => namesFields(error) || (ifMatch !== undefined && isStale(error)),
    })
  await put(versionOf(known)).catch(async (error: unknown) => {
    if (!isStale(error)) throw error
    const theirs = await reloadPractice(queryClient, practiceId)
    const isChanged = typedKeys(change).some((field) => JSON.stringify(theirs[field]) !== JSON.stringify(known[field]))
    if (isChanged) throw error
    await put(versionOf(theirs))
  })
  return await reloadPractice(queryClient, practiceId)
}

/** Removes the logo, and fetches the practice again. */
export async function removeLogo(queryClient: QueryClient, practiceId: string): Promise<void> {
  await api.delete(laterPaths.practiceLogo(practiceId))
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
  /** Called if the API returned no upload URL; the failure has not been shown. */
  onRefused: (error: unknown) => void
}

/** Uploads the file to the URL that the API returns. Returns the URL of the logo, and whether that URL is unchanged. */
export async function replaceLogo(
  queryClient: QueryClient,
  practiceId: string,
  { file, onProgress, onRefused }: NewLogo,
): Promise<{ logoUrl: string | undefined; isSameUrl: boolean }> {
  const response = await api
    .get(laterPaths.logoUploadUrl(practiceId), { contentType: file.type, silent: true })
    .catch((error: unknown) => {
      onRefused(error)
      throw error
    })
  await putFile(response, file, onProgress)
  const before = queryClient.getQueryData(practiceQueries.one(practiceId).queryKey)
  const { logoUrl } = await reloadPractice(queryClient, practiceId)
  return { logoUrl, isSameUrl: logoUrl === before?.logoUrl }
}
