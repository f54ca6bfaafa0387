import type { CDPSession, Page } from '@playwright/test'
import { sized } from './options.ts'

// Probes for pages. `watchPage` and `readSeen` are serialised and run in the page, so they use nothing of this module.

export interface Wanted {
  selector: string
  /** Number of matching elements at which the screen counts as shown. */
  count: number
  /** Whether to type into the first element and wait until React has rendered the letter. */
  types: boolean
}

/** Figures of a page load; times are in milliseconds from the start of the navigation. */
export interface Seen {
  firstPaint: number
  there: number
  shift: number
  /** Elements that shifted, each with the size of its shift. */
  shifted: string[]
  /** Total duration of the tasks longer than 50 ms that began before the screen was shown. */
  longTasks: number
  /** Requests that began before the screen was shown, including the page's own; `transferred` is their bytes with headers. */
  requests: number
  transferred: number
  /** One line for each of these requests and long tasks, in the order of their start. */
  waits: string[]
}

declare global {
  interface Window {
    seen: Pick<Seen, 'shift' | 'shifted'> & { there?: number; tasks: { start: number; ms: number }[] }
    reportReady: () => Promise<void>
  }
}

/** Checks every frame until the wanted elements are painted. Installed before the page's own scripts. */
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
      // React copies a controlled value into the attribute, so the attribute shows that the form has rendered the letter.
      if (input.value !== 'x' || input.getAttribute('value') !== 'x') return void requestAnimationFrame(look)
    }
    // A message posted in a frame callback arrives after that frame has been painted.
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      window.seen.there = performance.now()
      void window.reportReady()
    })
    port1.start()
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
}

/** Returns the figures that `watchPage` recorded. Runs in the page after the screen was shown. */
export function readSeen(): Seen {
  const { there = Number.NaN, tasks, shift, shifted } = window.seen
  const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const loaded = (all as PerformanceResourceTiming[]).filter(({ startTime }) => startTime < there)
  const long = tasks.filter(({ start }) => start < there)
  const lineOf = (start: number, end: number, text: string) => ({
    start,
    line: `${start.toFixed().padStart(6)}–${end.toFixed().padEnd(5)} ${text}`,
  })
  const lines = [
    ...loaded.map(({ name, startTime, responseEnd, encodedBodySize }) =>
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
    requests: loaded.length,
    transferred: sum(loaded.map(({ transferSize }) => transferSize)),
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

/** Calls `report` with the duration of each long task of a page. */
export async function longTasks(page: Page, report: (ms: number) => void): Promise<void> {
  await page.exposeFunction('tellLongTask', report)
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { reportLongTask } = window as unknown as { reportLongTask: (ms: number) => void }
      for (const { duration } of list.getEntries()) reportLongTask(duration)
    }).observe({ type: 'longtask', buffered: true })
  })
}
