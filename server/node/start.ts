import { withoutMessage } from '#server/http/problem.ts'
import type { Log } from '#server/ports.ts'
import { RELEASE } from '#server/release.ts'
import { storeTemporaryFilesBeside } from './db/database.ts'
import { createLog } from './log.ts'
import { restrictNewFiles } from './files/private-folder.ts'
import { openServer } from './server.ts'
import type { Environment } from './setting-names.ts'
import { readSettings } from './settings.ts'

/** Grace period for background work after draining. */
const LATE_MS = 5_000

/** Starts the server as a process, with settings from the environment, a log, and shutdown on signals. */
export async function start(env: Environment, print?: (line: string) => void): Promise<void> {
  restrictNewFiles()
  const settings = readSettings(env)
  storeTemporaryFilesBeside(settings)
  const { log, flush } = createLog()
  const { stop } = await openServer(settings, { log, print })
  stopInOrder({ log, withinMs: settings.noticeMs + settings.limits.drainMs + LATE_MS }, async () => {
    await stop()
    log('info', 'stopped')
    flush()
  })
}

/**
 * A first signal shuts the server down gracefully with a deadline; a second signal ends the process at once. An
 * uncaught error also shuts the server down, because the state afterwards is unknown. The exit code 1 then makes the
 * supervisor restart the server.
 */
function stopInOrder({ log, withinMs }: { log: Log; withinMs: number }, stop: () => Promise<void>): void {
  let isStopping = false
  const begin = (code: number, signal?: NodeJS.Signals) => {
    isStopping = true
    log('info', 'stopping', { version: RELEASE.version, signal })
    setTimeout(() => process.exit(1), withinMs).unref()
    stop().then(
      () => process.exit(code),
      () => process.exit(1),
    )
  }
  const signalled = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1)
    begin(0, signal)
  }
  process.on('SIGTERM', signalled)
  process.on('SIGINT', signalled)
  // Closing a terminal may send this signal twice.
  process.on('SIGHUP', (signal) => void (isStopping || signalled(signal)))
  // This event also covers unhandled rejections.
  process.on('uncaughtException', (error) => {
    log('error', 'uncaught', withoutMessage(error))
    if (!isStopping) begin(1)
  })
}
