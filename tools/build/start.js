import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt } from './built.js'

// `npm start`. A built portal needs only this process, because starting another takes 40 ms. The build runs in a
// separate process, so that its memory is freed. `run.cjs` checks that the development packages are installed.

const RUN = join(import.meta.dirname, '../run.cjs')

if (!isBuilt()) {
  const { status } = spawnSync(process.execPath, [RUN, join(import.meta.dirname, 'ensure.js')], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
await import('../../server/cli/serve.js')
