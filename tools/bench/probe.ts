import type { CDPSession, Page } from '@playwright/test'

// What runs inside a page. It is sent there as text, so each function stands on its own.

export interface Wanted {
  selector: string
  /** There is a screen when this many are. */
  count: number
  /** Types into the first of them, and waits until the application has taken it. */
  types: boolean
}

/** In milliseconds from the start of the navigation. */
export interface Seen {
  firstPicture: number
  there: number
  /** The sum of all shifts of the layout. */
  shift: number
  /** What shifted most. */
  shifted: string[]
}

declare global {
  interface Window {
    seen: Partial<Seen> & Pick<Seen, 'shift' | 'shifted'>
  }
}

/** Looks in every frame, from before the page's own scripts, until what is wanted has been painted. */
export function watchPage({ selector, count, types }: Wanted): void {
  window.seen = { shift: 0, shifted: [] }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
      window.seen.shift += entry.value
      for (const { node } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement
        window.seen.shifted.push(`${element?.tagName}.${element?.className} ${entry.value.toFixed(4)}`)
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })

  let typed = false
  const look = () => {
    const found = document.querySelectorAll(selector)
    if (found.length < count) return void requestAnimationFrame(look)
    if (types) {
      const input = found[0] as HTMLInputElement
      if (!typed) {
        input.focus()
        document.execCommand('insertText', false, 'x')
        typed = true
      }
      // React writes a controlled value into the attribute: the form has taken what was typed, and has drawn itself with it.
      if (input.value !== 'x' || input.getAttribute('value') !== 'x') return void requestAnimationFrame(look)
    }
    // What is sent now arrives after this frame has been painted.
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      window.seen.there = performance.now()
      window.seen.firstPicture = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
    })
    port1.start()
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
}

const SLOWER = 4
export const LATENCY_MS = 150
export const BYTES_PER_SECOND = 1_600_000 / 8

export async function slowProcessor(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return session
}

/** A slow telephone on a slow line. */
export async function slowDown(page: Page): Promise<void> {
  const session = await slowProcessor(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
}

/** Tells of each task of a page that kept it busy for long. */
export async function longTasks(page: Page, tell: (ms: number) => void): Promise<void> {
  await page.exposeFunction('tellLongTask', tell)
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { tellLongTask } = window as unknown as { tellLongTask: (ms: number) => void }
      for (const { duration } of list.getEntries()) tellLongTask(duration)
    }).observe({ type: 'longtask', buffered: true })
  })
}
