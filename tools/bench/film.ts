import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { coldLoad } from './cold.ts'
import type { Screen } from './screens.ts'
import { CACHE } from './servers.ts'

const FOLDER = join(CACHE, 'film')
const EVERY_MS = 250
const WIDTH = 240

interface Picture {
  /** Time of the frame, in milliseconds since 1970. */
  at: number
  jpeg: Buffer
}

/** Writes an HTML page with screenshots of a cold visit to each screen, a row per version. Returns a line with its path. */
export async function takeFilm(
  browser: Browser,
  versions: Record<string, { url: string } | undefined>,
  screens: readonly { name: string; screen: Screen }[],
): Promise<string> {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const parts: string[] = []
  for (const [place, { name, screen }] of screens.entries()) {
    parts.push(`<h2>${name}</h2>`)
    for (const [version, server] of Object.entries(versions)) {
      if (!server) continue
      const strip = await filmVisit(browser, server.url, screen)
      const cells: string[] = []
      for (const { ms, jpeg } of strip.pictures) {
        const file = `${place}-${version}-${String(ms).padStart(5, '0')}.jpg`
        await writeFile(join(FOLDER, file), jpeg)
        cells.push(`<td><img src="${file}" width="${WIDTH}" alt=""><br>${(ms / 1000).toFixed(2)} s</td>`)
      }
      parts.push(`<table><tr><th>${version}<br>${(strip.there / 1000).toFixed(2)} s</th>${cells.join('')}</tr></table>`)
    }
  }
  const page = join(FOLDER, 'index.html')
  await writeFile(page, `<!doctype html><meta charset="utf-8"><title>Cold visits</title>${parts.join('\n')}\n`)
  return `Film strip: ${page}`
}

async function filmVisit(browser: Browser, url: string, screen: Screen) {
  const taken: Picture[] = []
  let start = 0
  const { there } = await coldLoad(browser, url, screen, async (page) => {
    await record(page, taken)
    start = Date.now()
  })
  const last = Math.ceil(there / EVERY_MS) + 1
  const pictures = Array.from({ length: last }, (_, index) => (index + 1) * EVERY_MS).flatMap((ms) => {
    const picture = taken.findLast(({ at }) => at <= start + ms)
    return picture ? [{ ms, jpeg: picture.jpeg }] : []
  })
  return { there, pictures }
}

/** Records every frame that the browser paints. */
async function record(page: Page, taken: Picture[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, sessionId, metadata: { timestamp } }) => {
    taken.push({ at: (timestamp ?? Date.now() / 1000) * 1000, jpeg: Buffer.from(data, 'base64') })
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 720, maxHeight: 450 })
}
