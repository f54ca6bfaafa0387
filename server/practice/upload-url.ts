import { createSignedAddresses } from '#server/http/signed-url.ts'
import type { Clock } from '#server/ports.ts'
import type { ImageKind } from '#server/files/images.ts'

/** What an address lets whoever has it do, once: give a practice its logo, a picture of one kind. */
export interface Upload {
  id: string
  practiceId: string
  accountId: string
  kind: ImageKind
}

export interface UploadAddresses {
  /** A path with a query. */
  make(upload: Omit<Upload, 'id'>): Promise<string>
  /** Ends the call where the address was not made here, or is too old. */
  read(address: string): Promise<Upload>
}

export function createUploadAddresses(ports: { secret: Uint8Array; clock: Clock }): UploadAddresses {
  const addresses = createSignedAddresses(ports, 'logo upload')

  return {
    make: ({ practiceId, accountId, kind }) =>
      addresses.make(`/files/upload/${crypto.randomUUID()}`, { practice: practiceId, by: accountId, type: kind }),

    async read(address) {
      const { path, query } = await addresses.read(address)
      const { practice, by, type } = query
      return { id: path.at(-1)!, practiceId: practice!, accountId: by!, kind: type as ImageKind }
    },
  }
}
