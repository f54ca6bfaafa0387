import { openServer as open } from '#server/node/server.ts'
import { readSettings } from '#server/node/settings.ts'

export type InProcessServer = Awaited<ReturnType<typeof openServer>>

/**
 * Opens the real server in the test process, which takes a tenth of the time of a separate process. Tests of signals,
 * kills and output use `startServer` (`server-process.ts`).
 */
export async function openServer(env: Record<string, string>) {
  /** Log entries, with the fields that a process would print. */
  const logged: ({ level: string; event: string } & Record<string, unknown>)[] = []
  const settings = readSettings({ PORT: '0', DEMO: 'off', NOTICE_MS: '0', ...env })
  const { url, stop } = await open(settings, {
    log: (level, event, fields) => void logged.push({ level, event, ...fields }),
  })
  let stopped: Promise<void> | undefined
  const once = () => (stopped ??= stop())
  return { url: url.replace('localhost', '127.0.0.1'), logged, stop: once, [Symbol.asyncDispose]: once }
}
