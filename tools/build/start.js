import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt } from './built.js'

// `npm start`. Where nothing has to be built it is one process, because starting another takes 40 ms. The build is a process of its
// own, so that its memory is freed. It goes through `run.cjs`, which checks that the packages for development are there as well.

const RUN = join(import.meta.dirname, '../run.cjs')

if (!isBuilt()) {
  const { status } = spawnSync(process.execPath, [RUN, join(import.meta.dirname, 'ensure.js')], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
await import('../../server/cli/serve.js')
