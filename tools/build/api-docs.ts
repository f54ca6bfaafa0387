import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const FOLDER = 'docs/api'

// Read-only, so without a button for keys: a call from this page would change real data of a practice.
const START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  domNode: document.getElementById('api'),
  deepLinking: true,
  supportedSubmitMethods: [],
  plugins: [() => ({ wrapComponents: { authorizeBtn: () => () => null } })],
  validatorUrl: null,
})
`

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>API of Dierenportaal</title>
    <link rel="icon" href="/favicon.svg" />
    <link rel="stylesheet" href="/${FOLDER}/swagger-ui.css" />
    <style>
      #api {
        overflow-x: auto;
      }
    </style>
  </head>
  <body>
    <noscript>This page needs JavaScript. The description itself is at /api/openapi.json.</noscript>
    <main id="api"></main>
    <script src="/${FOLDER}/swagger-ui.js"></script>
    <script src="/${FOLDER}/start.js"></script>
  </body>
</html>
`

/**
 * Writes a page that shows the OpenAPI document in a bundled viewer. The server gives the page a policy of its own. The
 * viewer is for developers, so the minimum browsers of the portal do not apply to it.
 */
export async function writeApiDocs(dist: string): Promise<void> {
  const require = createRequire(import.meta.url)
  const folder = join(dist, FOLDER)
  await mkdir(folder, { recursive: true })
  await Promise.all([
    writeFile(join(folder, 'index.html'), PAGE),
    writeFile(join(folder, 'start.js'), START),
    copyFile(require.resolve('swagger-ui-dist/swagger-ui-bundle.js'), join(folder, 'swagger-ui.js')),
    copyFile(require.resolve('swagger-ui-dist/swagger-ui.css'), join(folder, 'swagger-ui.css')),
  ])
}
