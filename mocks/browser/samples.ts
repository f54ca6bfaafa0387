import type { Samples } from '#server/demo/load.ts'

const ADDRESSES = import.meta.glob<string>('/server/demo/files/*', { query: '?url', import: 'default', eager: true })

/** Fetches the demo's sample files. The server reads them from disk (`server/node/demo-samples.ts`). */
export async function fetchSamples(): Promise<Samples> {
  const files = Object.entries(ADDRESSES).map(async ([path, address]) => {
    const content = await (await fetch(address)).arrayBuffer()
    return [path.split('/').at(-1)!, new Uint8Array(content)] as const
  })
  return new Map(await Promise.all(files))
}
