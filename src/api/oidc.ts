import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/later-paths.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import type { UserIdentity } from '#contract/schemas/session.ts'
import { api } from './http.ts'
import { userKey } from './scope.ts'
import { read } from './response-readers.ts'
import { readSignedIn } from './sign-in.ts'

// Sign-in at an OpenID Connect issuer: beyond the specification.

/** Exchanges the code of the callback for a session. */
export const oidcAuthenticate = async (code: string) =>
  readSignedIn(await api.post(paths.oidcSession, { json: { code }, token: '', silent: true }))

export const readIdentities = read.list(
  read.record<UserIdentity>({
    id: read.requiredText,
    issuer: read.requiredText,
    linkedAt: read.required(read.moment, ''),
    lastUsedAt: read.required(read.moment, ''),
  }),
  'id',
)

export const identityQueries = {
  own: () =>
    queryOptions({
      queryKey: userKey('identities'),
      queryFn: async ({ signal }) => readIdentities(await api.get(paths.identities, { signal, silent: true })),
    }),
}

/** An identity that was unlinked meanwhile (404) is a success. The cache does not keep the proof. */
export const unlinkIdentity = (id: string) =>
  mutationOptions({
    mutationFn: (proof: FactorProof) =>
      api.post(paths.identityRemoval(id), { json: proof, isUnread: true, silent: true, nullOn404: true }),
    gcTime: 0,
    meta: { invalidates: identityQueries.own().queryKey },
  })
