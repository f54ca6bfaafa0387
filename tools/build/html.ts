import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Connect, Plugin } from 'vite'
import { IN_PAGE_OF_PRACTICES } from '../../contract/capabilities.ts'
import { isPortalAddress } from '../../contract/portal-routes.ts'
import { releaseInfo } from './release-info.ts'

const NONE = 'name="portal-capabilities" content=""'
const NO_RELEASE = 'name="portal-release" content=""'
const PLACEHOLDER = '%API_ROOT%'
const ROOT = join(import.meta.dirname, '../..')
const FAVICON = join(ROOT, 'public/favicon.svg')
const MARK = /<img src="\/favicon\.svg"[^>]*>/

const drawn = () =>
  readFileSync(FAVICON, 'utf8').replace('<svg ', '<svg width="30" height="30" aria-hidden="true" ').trim()

/**
 * Writes the API root, the release and the drawing of the first paint into index.html. In development and the demo, also writes the
 * API's capabilities for signed-out visitors. Serves the page with status 404 at unknown paths in `npm run dev` and in the
 * preview, like the server (server/node/http/static.ts).
 */
export function indexHtml(apiRoot: string, isDemo = false): Plugin {
  const use = ({ middlewares }: { middlewares: Connect.Server }) => void middlewares.use(respondToUnknownRoutes)
  return {
    name: 'portal-html',
    configureServer: use,
    configurePreviewServer: use,
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        // The page of the component kit is never built and has no placeholder.
        if (bundle && !html.includes(PLACEHOLDER)) throw new Error(`${path} has no ${PLACEHOLDER}`)
        const { version, released, commit } = releaseInfo(ROOT)
        const release = [version, released, commit].join(' ').trim()
        const page = html
          .replace(PLACEHOLDER, apiRoot)
          .replace(NO_RELEASE, `${NO_RELEASE.slice(0, -1)}${release}"`)
          .replace(MARK, (mark) => (bundle ? drawn() : mark))
        // In other builds the server writes the capabilities (server/node/http/static.ts). The demo has no issuer.
        const names = IN_PAGE_OF_PRACTICES.filter((name) => name !== 'oidc')
        return bundle && !isDemo ? page : page.replace(NONE, `${NONE.slice(0, -1)}${names.join(' ')}"`)
      },
    },
  }
}

function respondToUnknownRoutes(
  { url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const { pathname } = new URL(url, 'http://localhost')
  const isNavigation = headers.accept?.includes('text/html') === true
  // Matches files, API calls and pages of Vite's own tools.
  const isOther = pathname.includes('.') || /^\/(@|api|files|tools)/.test(pathname)
  // Redefined, because Vite sets status 200 on every page.
  if (isNavigation && !isOther && !isPortalAddress(pathname))
    Object.defineProperty(response, 'statusCode', { get: () => 404, set: () => {} })
  next()
}
