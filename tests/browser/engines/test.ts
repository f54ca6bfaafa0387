import { expect, test as base } from '../portal.ts'
import { openFirefox } from './firefox.ts'
import type { OpenTab, Tab } from './tab.ts'
import { type Visitor, visitorOf } from './visitor.ts'
import { openWebKit } from './webkit.ts'

const ENGINES = { firefox: openFirefox, webkit: openWebKit } satisfies Record<string, OpenTab>

/** Error that Firefox and WebKit report for a chunk whose page was left while loading. */
const LEFT_WHILE_LOADING = /^NoServer: Missing part/

export interface EngineOptions {
  engine: keyof typeof ENGINES
  /** Whether the browser denies cookies and storage. */
  blocked: boolean
}

interface EngineFixtures extends EngineOptions {
  tab: Tab
  visitor: Visitor
  trouble: string[]
}

/** Each test has a browser, and each worker a server. Console errors fail the test. */
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
