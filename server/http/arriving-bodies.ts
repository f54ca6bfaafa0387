import type { Call } from '#server/context.ts'
import { readUpTo } from '#server/files/bytes.ts'
import type { Limits } from '#server/ports.ts'
import { clientAddressOf } from './client-address.ts'
import { ProblemError } from './problem.ts'

interface Arriving {
  address: string | undefined
  giveWay(): void
}

/** Reads the body of a request into its variables and then runs `use`. */
export type ReceiveBody = (c: Call, use: () => Promise<void>) => Promise<void>

/**
 * Receives request bodies. Limits how many arrive at the same time, per IP address and in total. At the limit the
 * oldest body is rejected, so unfinished bodies do not block other callers, even on the same IP address.
 */
export function createBodyReceiver(limits: Limits): ReceiveBody {
  const { bodyBytes, unfinishedBodies, unfinishedBodiesPerAddress } = limits
  const arriving = new Set<Arriving>()

  const makeRoom = (address: string | undefined) => {
    const ofAddress = address === undefined ? [] : [...arriving].filter((other) => other.address === address)
    if (ofAddress.length >= unfinishedBodiesPerAddress) ofAddress[0]?.giveWay()
    const [oldest] = arriving
    if (arriving.size >= unfinishedBodies) oldest?.giveWay()
  }

  return async (c, use) => {
    const address = clientAddressOf(c)
    makeRoom(address)
    const over = Promise.withResolvers<never>()
    const body: Arriving = {
      address,
      giveWay() {
        arriving.delete(body)
        over.reject(new ProblemError('overloaded'))
      },
    }
    arriving.add(body)
    try {
      await receive(c, bodyBytes, over.promise)
    } finally {
      arriving.delete(body)
    }
    await use()
  }
}

/** Reads a body of at most `maxBytes`, unless `over` rejects first. */
export async function receive(c: Call, maxBytes: number, over: Promise<never>): Promise<void> {
  try {
    c.set('body', await Promise.race([read(c, maxBytes), over]))
  } catch (error) {
    // Other errors come from the connection.
    throw error instanceof ProblemError ? error : new ProblemError('bad-request')
  }
}

/** Enforces the maximum while reading, because the headers may be absent or wrong. */
async function read(c: Call, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  // The header's value is checked earlier, and Node reads no more bytes than it states.
  if (c.req.header('content-length') !== undefined) return new Uint8Array(await c.req.arrayBuffer())
  const body = await readUpTo(c.req.raw.body, maxBytes)
  if (!body) throw new ProblemError('too-large')
  return body
}
