import { type Secrets, createKeyring, keyOf } from '#server/http/keyring.ts'
import { sign } from '#server/http/keys.ts'
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

export function createUnsubscribeLinks(secrets: Secrets): UnsubscribeLinks {
  const keyring = createKeyring(secrets, 'unsubscribe')
  const named = ({ clientId, accountId }: Subscriber) => `${clientId}/${accountId}`
  return {
    async pathOf(subscriber) {
      const { key } = await keyring.current
      return `/files/unsubscribe/${named(subscriber)}/${await sign(key, named(subscriber))}`
    },
    async verify({ signature, ...subscriber }) {
      if (!(await keyOf(keyring, signature, named(subscriber)))) throw new ProblemError('not-found')
    },
  }
}
