import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// JavaScript, because stripping types costs 12 MB and 40 ms. The compile cache has all other modules without their types, and is
// enabled before they are imported.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/server'))

const [{ start }, { isStartProblem }] = await Promise.all([
  import('#server/node/start.ts'),
  import('#server/node/start-error.ts'),
])

try {
  await start(process.env, process.stdout.isTTY ? (line) => console.log(line) : undefined)
} catch (error) {
  if (!isStartProblem(error)) throw error
  console.error(error.message)
  process.exit(1)
}
