import { expect, test as base } from '../portal.ts'
import { openFirefox } from './firefox.ts'
import type { OpenTab, Tab } from './tab.ts'
import { type Visitor, visitorOf } from './visitor.ts'
import { openWebKit } from './webkit.ts'

const ENGINES = { firefox: openFirefox, webkit: openWebKit } satisfies Record<string, OpenTab>

/** Unlike Chromium, these engines tell a page that is left of what it was still loading. */
const LEFT_WHILE_LOADING = /^NoServer: Missing part/

export interface EngineOptions {
  engine: keyof typeof ENGINES
  /** Cookies and storage are. */
  blocked: boolean
}

interface EngineFixtures extends EngineOptions {
  tab: Tab
  visitor: Visitor
  trouble: string[]
}

/** A test has a browser to itself, and a worker's tests the server. No screen may write an error to the console. */
export const test = base.extend<EngineFixtures>({
  engine: ['webkit', { option: true }],
  blocked: [false, { option: true }],
  tab: async ({ engine, blocked }, provide) => {
    const tab = await ENGINES[engine]({ blocked })
    try {
      await provide(tab)
    } finally {
      await tab.close()
    }
  },
  visitor: async ({ tab, server }, provide) => provide(visitorOf(tab, server.url)),
  trouble: async ({ tab }, provide) => {
    await provide([])
    const errors = await tab.errors()
    expect(
      errors.filter((error) => !LEFT_WHILE_LOADING.test(error)),
      'what no screen may do',
    ).toEqual([])
  },
})

export { expect }
