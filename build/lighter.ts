import type { Plugin } from 'vite'

// What packages bring along and our portal never calls, 1.6 kB of the first load: ky's retries (ours has none) and progress
// (files do not go through it), endless lists of the query cache, and what React had not yet when a shim was written for it.
const UNUSED: Record<string, string> = {
  'ky/distribution/core/retry-timing.js':
    'export const getRetryTimingHeader = () => undefined; export const calculateRetryTimingDelay = () => undefined',
  'ky/distribution/utils/body.js':
    'export const streamRequest = (request) => request; export const streamResponse = (response) => response',
  '@tanstack/query-core/build/modern/infiniteQueryBehavior.js': `const none = () => { throw new Error('No endless lists here') }
    export { none as infiniteQueryBehavior, none as hasNextPage, none as hasPreviousPage }`,
  'use-sync-external-store/shim/index.js': "export { useSyncExternalStore } from 'react'",
}

/** Leaves modules out of the built portal that it has no use for. One that moves in a new version comes back: see the bench. */
export function lighter(): Plugin {
  return {
    name: 'portal-lighter',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      const [path = ''] = id.split('?')
      const unused = Object.keys(UNUSED).find((end) => path.endsWith(`/node_modules/${end}`))
      return unused ? UNUSED[unused] : null
    },
  }
}
