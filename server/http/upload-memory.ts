import type { Call } from '#server/context.ts'
import { type ReceiveBody, receive } from './arriving-bodies.ts'
import { ProblemError } from './problem.ts'

const MEBIBYTE = 1024 * 1024
/** Room for sixteen uploads of the largest photo. */
const MAX_BYTES = 64 * MEBIBYTE
const MAX_BYTES_OF_ACCOUNT = 16 * MEBIBYTE
/** Minimum size that each upload counts as. */
const MIN_BYTES = MEBIBYTE / 4

interface Upload {
  account: string
  bytes: number
  /** Aborts the upload; absent once its body has arrived. */
  giveWay?: (() => void) | undefined
}

export type UploadMemory = ReturnType<typeof createUploadMemory>

/**
 * Limits the memory of uploaded files from the first byte until the response, per account and in total. At the limit,
 * the oldest upload still arriving is rejected: one of the same account, else of the account that uses most. Throws
 * `overloaded` if all uploads have arrived.
 */
export function createUploadMemory({ maxBytes = MAX_BYTES, maxBytesOfAccount = MAX_BYTES_OF_ACCOUNT } = {}) {
  const uploads = new Set<Upload>()
  const used = new Map<string, number>()
  let total = 0

  const usedBy = (account: string) => used.get(account) ?? 0
  const count = (account: string, bytes: number) => {
    total += bytes
    used.set(account, usedBy(account) + bytes)
    if (usedBy(account) === 0) used.delete(account)
  }
  const close = (upload: Upload) => {
    if (uploads.delete(upload)) count(upload.account, -upload.bytes)
  }
  const rejectOne = (isCandidate: (upload: Upload) => boolean) => {
    const arriving = [...uploads].filter((upload) => upload.giveWay && isCandidate(upload))
    const maximum = Math.max(...arriving.map(({ account }) => usedBy(account)))
    const oldest = arriving.find(({ account }) => usedBy(account) === maximum)
    if (!oldest?.giveWay) throw new ProblemError('overloaded')
    oldest.giveWay()
  }
  const makeRoom = (account: string, bytes: number) => {
    const isFullFor = () => used.has(account) && usedBy(account) + bytes > maxBytesOfAccount
    const isFull = () => total > 0 && total + bytes > maxBytes
    while (isFullFor()) rejectOne((upload) => upload.account === account)
    while (isFull()) rejectOne(() => true)
  }

  return {
    receiver:
      ({
        bodyBytes,
        accountOf,
      }: {
        bodyBytes: number
        accountOf: (c: Call) => Promise<string> | string
      }): ReceiveBody =>
      async (c, next) => {
        const account = await accountOf(c)
        const announced = Number(c.req.header('content-length') ?? bodyBytes)
        const bytes = Math.max(MIN_BYTES, announced)
        makeRoom(account, bytes)
        const over = Promise.withResolvers<never>()
        const upload: Upload = {
          account,
          bytes,
          giveWay() {
            close(upload)
            over.reject(new ProblemError('overloaded'))
          },
        }
        uploads.add(upload)
        count(account, bytes)
        try {
          await receive(c, bodyBytes, over.promise)
          upload.giveWay = undefined
          await next()
        } finally {
          close(upload)
        }
      },
  }
}
