import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Stripping the types at every start costs a quarter of the memory; before anything else is imported, its result can be kept.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/server'))

const [{ start }, { isExplained }] = await Promise.all([
  import('#server/node/server.ts'),
  import('#server/node/start-error.ts'),
])

try {
  await start(process.env, (line) => console.log(line))
} catch (error) {
  if (!isExplained(error)) throw error
  console.error(error.message)
  process.exit(1)
}
