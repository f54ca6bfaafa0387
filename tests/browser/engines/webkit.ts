import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PYTHON, XVFB, WEBKIT_DRIVER } from './engines.ts'
import { freePort } from '#harness/free-port.ts'
import { type ServerProcess, hasEnded, spawnCommand, stop } from '#harness/server-process.ts'
import type { Policy, Tab } from './tab.ts'

const WINDOW = join(import.meta.dirname, 'webkit-window.py')
const WITHIN_MS = 20_000
const ENTER = '\uE007'

/** Opens WebKitGTK by WebDriver, in a virtual X display. */
export async function openWebKit({ blocked }: Policy): Promise<Tab> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-webkit-'))
  const printed = join(folder, 'printed.pdf')
  const errors = join(folder, 'errors.log')
  const screen = spawnCommand({ command: XVFB, args: ['-displayfd', '1', '-screen', '0', '1600x1200x24'] })
  let driver: ServerProcess | undefined
  async function end() {
    if (driver) await stop(driver.child)
    await stop(screen.child)
    await rm(folder, { recursive: true, force: true })
  }

  try {
    const display = await until('a screen', screen, () => /^\d+(?=\n)/.exec(screen.output.out)?.[0])
    const port = await freePort()
    const started = spawnCommand({
      command: WEBKIT_DRIVER,
      args: [`--port=${port}`],
      env: { DISPLAY: `:${display}`, HOME: folder, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
    })
    driver = started
    const call = caller(`http://127.0.0.1:${port}`)
    await until('the driver', started, () =>
      call('GET', '/status').then(
        () => true,
        () => undefined,
      ),
    )
    const args = [WINDOW, '--errors', errors, '--printed', printed, ...(blocked ? ['--blocked'] : [])]
    const { sessionId } = (await call('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: PYTHON, args } } },
    })) as { sessionId: string }
    const ask = caller(`http://127.0.0.1:${port}/session/${sessionId}`)
    const evaluate: Tab['evaluate'] = async (inPage, ...args) => {
      const script = `const done = arguments[arguments.length - 1], args = [...arguments].slice(0, -1)
        Promise.resolve().then(() => (${String(inPage)})(...args))
          .then((answer) => done({ answer }), (error) => done({ error: String(error) }))`
      const { answer, error } = (await ask('POST', '/execute/async', { script, args })) as {
        answer: never
        error?: string
      }
      if (error !== undefined) throw new Error(error)
      return answer
    }
    return {
      goto: async (url) => {
        await ask('POST', '/url', { url })
      },
      evaluate,
      press: async (x, y) => {
        const actions = [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]
        await ask('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] })
      },
      type: async (text) => {
        const keys = [...text.replaceAll('\n', ENTER)]
        const actions = keys.flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ])
        await ask('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
      },
      resize: async (window) => {
        await ask('POST', '/window/rect', { ...window })
        await until('the window', started, () =>
          evaluate(() => innerWidth).then((width) => width === window.width || undefined),
        )
      },
      print: async () => {
        await rm(printed, { force: true })
        await evaluate(askToPrint)
        return until('the printed file', started, async () => {
          const pdf = await readFile(printed).catch(() => Buffer.of())
          return pdf.includes('%%EOF') ? pdf : undefined
        })
      },
      errors: async () => (await readFile(errors, 'utf8').catch(() => '')).split('\n').filter(Boolean),
      close: async () => {
        await ask('DELETE', '').catch(() => {})
        await end()
      },
    }
  } catch (error) {
    const output = `${screen.output.err}${driver?.output.err ?? ''}`
    await end()
    throw new Error(`WebKit does not start. ${output}`, { cause: error })
  }
}

function caller(url: string) {
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: method === 'POST' ? JSON.stringify(body ?? {}) : null,
    })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null }
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`)
    return value
  }
}

/** Polls until `ask` returns a value. Throws when the process ends. */
async function until<T>(
  what: string,
  { child, output }: ServerProcess,
  ask: () => T | undefined | Promise<T | undefined>,
) {
  const end = performance.now() + WITHIN_MS
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (hasEnded(child) || performance.now() > end) throw new Error(`Nothing of ${what}. ${output.out}${output.err}`)
    await delay(20)
  }
}

/** Asks the window program to print: `print()` does nothing in an automated page. */
function askToPrint() {
  const { webkit } = globalThis as unknown as {
    webkit: { messageHandlers: { print: { postMessage(text: string): void } } }
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the receiving program has no origin
  webkit.messageHandlers.print.postMessage('')
}
