import type { Plugin } from 'vite'
import { SIGNED_OUT_CAPABILITIES } from '../../contract/capabilities.ts'

const NONE = 'name="portal-capabilities" content=""'
const PLACEHOLDER = '%API_ROOT%'

/** Puts into index.html the API root and, where this serves the page itself, what the API behind it can do for who is not signed in. */
export function indexHtml(apiRoot: string, isDemo = false): Plugin {
  return {
    name: 'portal-html',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        // The kit, which is never built, has none.
        if (bundle && !html.includes(PLACEHOLDER)) throw new Error(`${path} has no ${PLACEHOLDER}`)
        const page = html.replace(PLACEHOLDER, apiRoot)
        // What is built otherwise is told by who serves it (server/node/http/static.ts).
        return bundle && !isDemo
          ? page
          : page.replace(NONE, `${NONE.slice(0, -1)}${SIGNED_OUT_CAPABILITIES.join(' ')}"`)
      },
    },
  }
}
