import type { Bytes } from '#server/files/bytes.ts'
import { sanitiseImage } from '#server/files/images.ts'
import type { ImageKind } from '#server/ports.ts'
import { handleTasks } from '#server/node/worker-pool.ts'

export interface ImageTask {
  kind: ImageKind
  bytes: Bytes
}

handleTasks(async ({ kind, bytes }: ImageTask) => {
  const result = await sanitiseImage(kind, bytes)
  return { result, ...(result && { transfer: [result.buffer] }) }
})
