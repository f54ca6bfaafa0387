import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Connect, Plugin } from 'vite'
import { isPortalAddress } from '../../contract/portal-routes.ts'

/** Answers unknown addresses with status 404 and the page, as the server does (server/node/http/static.ts), in `npm run dev` and in the preview. */
export function addresses(): Plugin {
  const use = ({ middlewares }: { middlewares: Connect.Server }) => void middlewares.use(answerUnknown)
  return { name: 'portal-addresses', configureServer: use, configurePreviewServer: use }
}

function answerUnknown({ url = '/', headers }: IncomingMessage, response: ServerResponse, next: () => void): void {
  const { pathname } = new URL(url, 'http://localhost')
  const isNavigation = headers.accept?.includes('text/html') === true
  // A file, or a page of the tools.
  const isOther = pathname.includes('.') || /^\/(@|api|files|tools)/.test(pathname)
  // Vite sets 200 on every page that it sends.
  if (isNavigation && !isOther && !isPortalAddress(pathname))
    Object.defineProperty(response, 'statusCode', { get: () => 404, set: () => {} })
  next()
}
