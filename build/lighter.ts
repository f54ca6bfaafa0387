import type { Plugin } from 'vite'

// What packages bring along and our portal never calls, 3 kB of the first load: ky's retries (ours has none) and progress
// (files do not go through it), endless lists of the query cache, what React had not yet when a shim was written for it, and
// the sizes, colours and contexts of icons, whose look is in our style sheet.
const UNUSED: Record<string, string> = {
  'ky/distribution/core/retry-timing.js':
    'export const getRetryTimingHeader = () => undefined; export const calculateRetryTimingDelay = () => undefined',
  'ky/distribution/utils/body.js':
    'export const streamRequest = (request) => request; export const streamResponse = (response) => response',
  '@tanstack/query-core/build/modern/infiniteQueryBehavior.js': `const none = () => { throw new Error('No endless lists here') }
    export { none as infiniteQueryBehavior, none as hasNextPage, none as hasPreviousPage }`,
  'lucide-react/dist/esm/createLucideIcon.mjs': `import { createElement } from 'react'
    const look = { width: 24, height: 24, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 2,
      strokeLinecap: 'round', strokeLinejoin: 'round', 'aria-hidden': true }
    export default ({ node }) => ({ className = '', ...rest }) =>
      createElement('svg', { ...look, className: 'lucide ' + className, ...rest }, node.map(([tag, attributes]) => createElement(tag, attributes)))`,
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
    transform(code, id) {
      if (!id.includes('/lucide-react/dist/esm/icons/')) return null
      // Of an icon only its shapes are drawn, and always the same ones, so that React can do without their keys.
      return { code: code.replaceAll(/,\s*key: "\w+"|^ {2}(name|size|aliases): .*$/gm, ''), map: null }
    },
  }
}
