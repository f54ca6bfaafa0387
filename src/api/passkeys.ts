import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/later-paths.ts'
import type { NewPasskey, Passkey, PasskeyAssertion, PasskeyProof, Passkeys } from '#contract/schemas/passkey.ts'
import { api } from './http.ts'
import { userKey } from './scope.ts'
import { read, tokenOf } from './response-readers.ts'

// Passkeys: beyond the specification. WebAuthn options are passed to the browser unread.

export const readPasskeys = read.one(
  read.record<Passkeys>({
    hasPassword: read.required(read.flag, true),
    passkeys: read.requiredItems(
      read.record<Passkey>({
        id: read.requiredText,
        name: read.requiredText,
        createdAt: read.required(read.moment, ''),
        lastUsedAt: read.moment,
      }),
    ),
  }),
)

export const passkeyQueries = {
  all: () =>
    queryOptions({
      queryKey: userKey('passkeys'),
      queryFn: async ({ signal }) => readPasskeys(await api.get(paths.passkeys, { signal, silent: true })),
    }),
}

/** Options of calls without a session. */
const TOKENLESS = { token: '', silent: true }

/** Returns the WebAuthn options for signing in; null if the API has no passkeys. */
export const getRequestOptions = async (): Promise<object | null> =>
  asObject(await api.get(paths.passkeyAuthenticate, { ...TOKENLESS, nullOn404: true }))

export const authenticateByPasskey = async (assertion: PasskeyAssertion) =>
  tokenOf(await api.post(paths.passkeyAuthenticate, { ...TOKENLESS, json: assertion }))

/** Returns the WebAuthn options for a new passkey. `token`: from a session limited to setting up a second factor. */
export const getCreationOptions = async (proof: PasskeyProof, token?: string): Promise<object | null> =>
  asObject(await api.post(paths.passkeyOptions, { json: proof, silent: true, ...(token && { token }) }))

export const addPasskeyBy = (token: string, passkey: NewPasskey) =>
  api.post(paths.passkeys, { json: passkey, isUnread: true, silent: true, token })

const outdatesPasskeys = { invalidates: passkeyQueries.all().queryKey }

export const passkeyMutations = {
  add: () =>
    mutationOptions({
      mutationFn: (passkey: NewPasskey) => api.post(paths.passkeys, { json: passkey, isUnread: true, silent: true }),
      meta: outdatesPasskeys,
    }),

  /** A passkey that was removed meanwhile (404) is a success. The cache does not keep the proof. */
  remove: (id: string) =>
    mutationOptions({
      mutationFn: (proof: PasskeyProof) =>
        api.post(paths.passkeyRemoval(id), { json: proof, isUnread: true, silent: true, nullOn404: true }),
      gcTime: 0,
      meta: outdatesPasskeys,
    }),
}

const asObject = (response: unknown) => (typeof response === 'object' ? response : null)
