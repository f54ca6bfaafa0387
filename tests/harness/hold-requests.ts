import { act, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { expect } from 'vitest'
import { injectFault } from './portal.tsx'

/**
 * Delays matching calls until `release` or `releaseAll`, which also lets later calls pass. A released call gets the
 * response of `answer`, or else of the API.
 */
export function holdRequests(path: string, matches: (url: URL) => boolean = () => true, answer?: () => Response) {
  const held: { url: URL; release: () => void }[] = []
  let open = false
  injectFault(
    http.get(`*/api/${path}`, async ({ request }) => {
      const url = new URL(request.url)
      if (open || !matches(url)) return undefined
      const { promise, resolve } = Promise.withResolvers<void>()
      held.push({ url, release: resolve })
      await promise
      return answer?.()
    }),
  )
  return {
    held,
    count: (count: number) => waitFor(() => expect(held).toHaveLength(count)),
    release: (one: number) => act(async () => held[one]!.release()),
    releaseAll() {
      open = true
      return act(async () => held.forEach(({ release }) => release()))
    },
  }
}
