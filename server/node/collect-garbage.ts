/**
 * One full garbage collection, which takes some 20 ms. Loading the modules leaves V8 with a young generation of 16 MB, and V8 gives
 * none of it back while nothing happens. Asked of the inspector, for Node has `gc` only by a flag; nothing listens to that session.
 */
export async function collectGarbage(): Promise<void> {
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}
