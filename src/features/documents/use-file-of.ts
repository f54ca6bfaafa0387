import { type QueryFunction, type QueryKey, type SkipToken, useQueryClient } from '@tanstack/react-query'
import type { Page } from '#contract/paging.ts'
import { type FileLink, useFileLinks } from '#src/lib/files/link.ts'

interface FileRecord {
  uuid: string
  url?: string | undefined
  mimeType?: string | undefined
  fileName?: string | undefined
}

/** Options of the query of the list. */
interface List<Key extends QueryKey> {
  queryKey: Key
  queryFn?: QueryFunction<Page<FileRecord> | null, Key> | SkipToken
}

/** Returns links to the files of a list. An expired URL is renewed by fetching the list again. */
export function useFileOf() {
  const queryClient = useQueryClient()
  const fileLink = useFileLinks()
  return <Key extends QueryKey>(file: FileRecord, list: List<Key>): FileLink | null =>
    fileLink(file, {
      at: queryClient.getQueryState(list.queryKey)?.dataUpdatedAt ?? 0,
      refetchUrl: async () => {
        const page = await queryClient.query({ ...list, staleTime: 0 })
        return page?.content.find(({ uuid }) => uuid === file.uuid)?.url
      },
    })
}
