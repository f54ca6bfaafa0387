import type { Plugin } from 'vite'
import { SIGNED_OUT_CAPABILITIES } from '../../contract/capabilities.ts'

const NONE = 'name="portal-capabilities" content=""'
const PLACEHOLDER = '%API_ROOT%'

/**
 * Writes the API root into index.html. In development and the demo, also writes the API's capabilities for signed-out
 * visitors.
 */
export function indexHtml(apiRoot: string, isDemo = false): Plugin {
  return {
    name: 'portal-html',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        // The page of the component kit is never built and has no placeholder.
        if (bundle && !html.includes(PLACEHOLDER)) throw new Error(`${path} has no ${PLACEHOLDER}`)
        const page = html.replace(PLACEHOLDER, apiRoot)
        // In other builds the server writes the capabilities (server/node/http/static.ts).
        return bundle && !isDemo
          ? page
          : page.replace(NONE, `${NONE.slice(0, -1)}${SIGNED_OUT_CAPABILITIES.join(' ')}"`)
      },
    },
  }
}
