import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { test as base } from '@playwright/test'

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

interface DemoFixtures {
  /** Uncaught errors and failed requests. */
  trouble: string[]
}

/** Each worker builds the demo and serves its files from a static host. */
export const test = base.extend<DemoFixtures, { host: string }>({
  host: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, provide) => {
      const folder = await mkdtemp(join(tmpdir(), 'portal-demo-'))
      const server = createServer((request, response) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        const answer = async (file: string, status: number) => {
          const content = await readFile(join(folder, file))
          response
            .writeHead(status, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
            .end(content)
        }
        answer(pathname === '/' ? 'index.html' : pathname, 200).catch(() => answer('404.html', 404))
      })
      try {
        await build(folder)
        server.listen(0, '127.0.0.1')
        await once(server, 'listening')
        const address = server.address()
        if (address === null || typeof address === 'string') throw new Error('No port')
        await provide(`http://localhost:${address.port}`)
      } finally {
        server.closeAllConnections()
        server.close()
        await rm(folder, { recursive: true, force: true })
      }
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ host }, provide) => provide(host),
  trouble: [
    async ({ context }, provide) => {
      const trouble: string[] = []
      context.on('console', (line) => {
        if (['error', 'warning'].includes(line.type()))
          trouble.push(`${line.type()}: ${line.text()} ${line.location().url}`)
      })
      context.on('weberror', (error) => trouble.push(error.error().stack ?? error.error().message))
      await provide(trouble)
      // The host answers an unknown path with 404 and the portal, like a static host.
      base.expect(trouble.filter((line) => !/: Failed to load resource.* 404/.test(line))).toEqual([])
    },
    { auto: true },
  ],
})

const run = promisify(execFile)

// Builds in a child process, because NODE_ENV of this one is `test`.
async function build(folder: string): Promise<void> {
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--mode', 'demo', '--logLevel', 'error', '--outDir', folder]
  await run(process.execPath, [...vite, '--emptyOutDir'], { env: { PATH: process.env['PATH'] } })
}
