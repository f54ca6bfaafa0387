import { plainAnswer, specifiedCall } from '#harness/plain-api.ts'
import { test as base } from './portal.ts'
import { type Rewrite, withProxy } from './proxy.ts'

interface PlainApi {
  url: string
  /** Calls of the portal that the specification lacks. */
  beyond: string[]
}

/** The built portal on an API that has only the specification. Other calls return 404, and other fields are removed. */
export const test = base.extend<Pick<PlainApi, 'beyond'>, { plainApi: PlainApi }>({
  plainApi: [
    async ({ portalServer }, provide) => {
      const beyond: string[] = []
      await withProxy(portalServer.url, rewriteFor(portalServer.url, beyond), (url) => provide({ url, beyond }))
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ portalServer, plainApi }, provide) => provide({ ...portalServer, url: plainApi.url }),
    { scope: 'worker' },
  ],
  beyond: async ({ plainApi }, provide) => {
    plainApi.beyond.length = 0
    await provide(plainApi.beyond)
  },
})

export { expect } from './portal.ts'

const rewriteFor =
  (server: string, beyond: string[]): Rewrite =>
  ({ method = 'GET', url: path = '/' }) => {
    const url = new URL(path, server)
    const call = specifiedCall(method, url)
    if (url.pathname.startsWith('/api/') && !call) {
      beyond.push(`${method} ${path}`)
      return undefined
    }
    return {
      body(text, type, status) {
        if (call && status < 300 && type.includes('json')) return JSON.stringify(plainAnswer(JSON.parse(text), call))
        // Our server names the capabilities of signed-out visitors in the page.
        return type.includes('html') ? text.replace(/(name="portal-capabilities" content=")[^"]*/, '$1') : text
      },
    }
  }
