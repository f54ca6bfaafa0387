import { type OpenServer, openServer as open } from '#server/node/server.ts'
import { readSettings } from '#server/node/settings.ts'

export interface InProcessServer extends OpenServer, AsyncDisposable {
  /** What it has logged, as the lines of a process. */
  logged: ({ level: string; event: string } & Record<string, unknown>)[]
}

/**
 * The real server with its socket, in the process of the test, which takes a tenth of the time of one of its own: `startServer`
 * (`server-process.ts`) is for signals, kills and what a process prints.
 */
export async function openServer(env: Record<string, string>): Promise<InProcessServer> {
  const logged: InProcessServer['logged'] = []
  const settings = readSettings({ PORT: '0', DEMO: 'off', NOTICE_MS: '0', ...env })
  const { url, stop } = await open(settings, {
    log: (level, event, fields) => void logged.push({ level, event, ...fields }),
  })
  let stopped: Promise<void> | undefined
  const once = () => (stopped ??= stop())
  return { url: url.replace('localhost', '127.0.0.1'), logged, stop: once, [Symbol.asyncDispose]: once }
}
