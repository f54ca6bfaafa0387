import { createSignedAddresses } from '#server/http/signed-url.ts'
import type { Clock } from '#server/ports.ts'
import type { PaperId, PaperKind } from './types.ts'

/** What an address lets whoever has it do: read one paper of one client, for as long as the account may that it was made for. */
export interface PaperAccess extends PaperId {
  clientId: string
  accountId: string
}

export interface PaperAddresses {
  /** A path with a query. The name is for people only. */
  make(paper: PaperAccess, name: string): Promise<string>
  /** Ends the call where the address was not made here, or is too old. */
  read(address: string): Promise<PaperAccess>
}

export function createPaperAddresses(ports: { secret: Uint8Array; clock: Clock }): PaperAddresses {
  const addresses = createSignedAddresses(ports, 'paper')

  return {
    make: ({ kind, uuid, clientId, accountId }, name) =>
      addresses.make(`/files/papers/${kind}/${uuid}/${slug(name)}`, { client: clientId, by: accountId }),

    async read(address) {
      const { path, query } = await addresses.read(address)
      const [, , kind, uuid] = path
      return { kind: kind as PaperKind, uuid: uuid!, clientId: query['client']!, accountId: query['by']! }
    },
  }
}

const LONGEST = 80

/** A file name of plain letters, which every program on the way leaves as it is. */
export function slug(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
  return plain.slice(-LONGEST).replace(/^[-.]+/, '') || 'file'
}
