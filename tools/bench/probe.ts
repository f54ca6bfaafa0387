import type { CDPSession, Page } from '@playwright/test'
import { sized } from './options.ts'

// What runs inside a page. It is sent there as text, so each function stands on its own.

export interface Wanted {
  selector: string
  /** There is a screen when this many are. */
  count: number
  /** Types into the first of them, and waits until the application has taken it. */
  types: boolean
}

/** Times are in milliseconds from the start of the navigation. */
export interface Seen {
  firstPaint: number
  there: number
  /** Sum of all layout shifts. */
  shift: number
  /** The elements that shifted. */
  shifted: string[]
  /** Sum of the tasks of more than 50 ms that began before the screen was there. */
  longTasks: number
  /** Requests that began before the screen was there, with that of the page, and their bytes with headers. */
  requests: number
  transferred: number
  /** These requests and long tasks in the order of their start. */
  waits: string[]
}

declare global {
  interface Window {
    seen: Pick<Seen, 'shift' | 'shifted'> & { there?: number; tasks: { start: number; ms: number }[] }
    tellThere: () => Promise<void>
  }
}

/** Checks each frame, from before the page's own scripts, until the wanted elements are painted. */
export function watchPage({ selector, count, types }: Wanted): void {
  window.seen = { shift: 0, shifted: [], tasks: [] }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
      window.seen.shift += entry.value
      for (const { node } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement
        window.seen.shifted.push(`${element?.tagName}.${element?.className} ${entry.value.toFixed(4)}`)
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.seen.tasks.push({ start: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })

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
      // React writes a controlled value into the attribute, so the form has rendered with the typed letter.
      if (input.value !== 'x' || input.getAttribute('value') !== 'x') return void requestAnimationFrame(look)
    }
    // A message that is sent now arrives after this frame has been painted.
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      window.seen.there = performance.now()
      void window.tellThere()
    })
    port1.start()
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
}

/** Returns what `watchPage` has seen, some time after the screen was there. */
export function readSeen(): Seen {
  const { there = Number.NaN, tasks, shift, shifted } = window.seen
  const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const asked = (all as PerformanceResourceTiming[]).filter(({ startTime }) => startTime < there)
  const long = tasks.filter(({ start }) => start < there)
  const lineOf = (start: number, end: number, text: string) => ({
    start,
    line: `${start.toFixed().padStart(6)}–${end.toFixed().padEnd(5)} ${text}`,
  })
  const lines = [
    ...asked.map(({ name, startTime, responseEnd, encodedBodySize }) =>
      lineOf(
        startTime,
        responseEnd,
        `${(encodedBodySize / 1000).toFixed(1).padStart(6)} kB  ${name.replace(location.origin, '')}`,
      ),
    ),
    ...long.map(({ start, ms }) => lineOf(start, start + ms, `${ms.toFixed().padStart(6)} ms  long task`)),
  ]
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return {
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    there,
    shift,
    shifted,
    longTasks: sum(long.map(({ ms }) => ms)),
    requests: asked.length,
    transferred: sum(asked.map(({ transferSize }) => transferSize)),
    waits: lines.sort((a, b) => a.start - b.start).map(({ line }) => line),
  }
}

const SLOWER = sized(4, 1)
const LATENCY_MS = sized(150, 0)
const BYTES_PER_SECOND = sized(1_600_000 / 8, -1)

export async function slowProcessor(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return session
}

/** Emulates a slow phone on a slow line. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await slowProcessor(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
  return session
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
