import {
  MutationObserver,
  type MutationObserverOptions,
  type QueryClient,
  type QueryKey,
  QueryObserver,
} from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

/** Observes two lists, and returns the names of those that were fetched again. */
async function withLists(queryClient: QueryClient) {
  const queryFn = vi.fn<(context: { queryKey: QueryKey }) => QueryKey>(({ queryKey }) => queryKey)
  const lists = ['staff', 'keys'].map((name) => new QueryObserver(queryClient, { queryKey: [name], queryFn }))
  for (const list of lists) list.subscribe(() => {})
  await expect.poll(() => queryFn).toHaveBeenCalledTimes(2)
  queryFn.mockClear()
  return () => queryFn.mock.calls.map(([{ queryKey }]) => queryKey[0])
}

const mutate = (queryClient: QueryClient, options: MutationObserverOptions) =>
  new MutationObserver(queryClient, options).mutate().catch(() => {})

const succeeds = () => Promise.resolve()
const fails = () => Promise.reject(new Error('refused'))

it('a mutation refetches only the queries that it invalidates, before it settles', async () => {
  const queryClient = createQueryClient()
  const fetched = await withLists(queryClient)
  await mutate(queryClient, { mutationFn: succeeds, meta: { invalidates: ['staff'] } })
  expect(fetched()).toEqual(['staff'])
  await mutate(queryClient, { mutationFn: succeeds })
  expect(fetched()).toEqual(['staff'])
})

it('a failed mutation refetches nothing unless it names queries to refetch', async () => {
  const queryClient = createQueryClient()
  const fetched = await withLists(queryClient)
  await mutate(queryClient, { mutationFn: fails, meta: { invalidates: ['staff'] } })
  expect(fetched()).toEqual([])
  const invalidates = (error: unknown) => ({ queryKey: [error === null ? 'staff' : 'keys'] })
  await mutate(queryClient, { mutationFn: fails, meta: { invalidates } })
  expect(fetched()).toEqual(['keys'])
  await mutate(queryClient, { mutationFn: succeeds, meta: { invalidates } })
  expect(fetched()).toEqual(['keys', 'staff'])
})
