/**
 * Runs one full garbage collection, which takes about 20 ms. Loading the modules grows V8's young generation to 16 MB,
 * which an idle V8 does not release.
 * Uses the inspector because Node offers `gc` only behind a flag.
 */
export async function collectGarbage(): Promise<void> {
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}
