import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt } from './built.js'

// `npm start`. Where there is nothing to build it is one process, for each start of Node is 40 ms. What builds is another one, so
// that its memory goes with it.

if (!isBuilt()) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'ensure.js')], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
await import('../../server/cli/start.js')
