import type { Database } from '#server/db/schema.ts'
import { DOCUMENT_KEYS, photoKey } from '#server/files/keys.ts'
import { StorageError } from '#server/files/storage-error.ts'
import { sha256 } from '#server/http/keys.ts'
import type { Files } from '#server/ports.ts'

/** Calls to a bucket take long and cost this machine little. */
const AT_ONCE = 8

/**
 * Puts each file that the database names where it is not yet, and reads it there. What the database does not name is shown to nobody,
 * and stays behind.
 */
export async function copyToBucket(db: Database, place: { from: Files; to: Files }) {
  const counts = { copied: 0, same: 0, missing: 0 }
  const files = await db.selectFrom('file').select('key').execute()
  const photos = await db.selectFrom('request_photo').select('id').execute()
  const keys = [...files.map(({ key }) => key), ...photos.map(({ id }) => photoKey(id))].values()
  const copyNext = async () => {
    for (const key of keys) {
      const outcome = await copyOne(key, place)
      // The row of a logo outlives its file.
      if (outcome !== 'missing' || !isLogo(key)) counts[outcome] += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, copyNext))
  return counts
}

async function copyOne(key: string, { from, to }: { from: Files; to: Files }) {
  const content = await contentOf(from, key)
  if (!content) return (await to.sizeOf(key)) === undefined ? 'missing' : 'same'
  const digest = await sha256(content)
  const has = async () => {
    const there = await contentOf(to, key)
    return there !== undefined && (await sha256(there)) === digest
  }
  if (await has()) return 'same'
  await to.put(key, content)
  if (!(await has())) throw new StorageError('the bucket has something else than was put')
  return 'copied'
}

async function contentOf(files: Files, key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await files.get(key)
  return file && new Uint8Array(await new Response(file.stream()).arrayBuffer())
}

const isLogo = (key: string) => ![DOCUMENT_KEYS, photoKey('')].some((own) => key.startsWith(own))
