import { type Keeper, createAddressSigner } from '#server/http/address-key.ts'
import { ProblemError } from '#server/http/problem.ts'

interface Subscriber {
  clientId: string
  accountId: string
}

export interface UnsubscribeLinks {
  /** A path: a bearer capability that can only end the mails, and does so for as long as there are any. */
  pathOf(subscriber: Subscriber): Promise<string>
  /** Throws `not-found` on a wrong signature. */
  verify(subscriber: Subscriber & { signature: string }): Promise<void>
}

export function createUnsubscribeLinks(keeper: Keeper): UnsubscribeLinks {
  const signer = createAddressSigner(keeper, 'unsubscribe')
  const named = ({ clientId, accountId }: Subscriber) => `${clientId}/${accountId}`
  return {
    async pathOf(subscriber) {
      return `/files/unsubscribe/${named(subscriber)}/${await signer.sign(named(subscriber))}`
    },
    async verify({ signature, ...subscriber }) {
      if (!(await signer.isSigned(named(subscriber), signature))) throw new ProblemError('not-found')
    },
  }
}
