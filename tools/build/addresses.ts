import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Connect, Plugin } from 'vite'
import { isPortalAddress } from '../../contract/portal-routes.ts'

/**
 * Serves the page with status 404 at unknown paths in `npm run dev` and in the preview, like the server
 * (server/node/http/static.ts).
 */
export function addresses(): Plugin {
  const use = ({ middlewares }: { middlewares: Connect.Server }) => void middlewares.use(answerUnknown)
  return { name: 'portal-addresses', configureServer: use, configurePreviewServer: use }
}

function answerUnknown({ url = '/', headers }: IncomingMessage, response: ServerResponse, next: () => void): void {
  const { pathname } = new URL(url, 'http://localhost')
  const isNavigation = headers.accept?.includes('text/html') === true
  // Matches files, API calls and pages of Vite's own tools.
  const isOther = pathname.includes('.') || /^\/(@|api|files|tools)/.test(pathname)
  // Redefined, because Vite sets status 200 on every page.
  if (isNavigation && !isOther && !isPortalAddress(pathname))
    Object.defineProperty(response, 'statusCode', { get: () => 404, set: () => {} })
  next()
}
