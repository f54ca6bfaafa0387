import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/later-paths.ts'
import type {
  FactorProof,
  NewTotp,
  PracticeSecondFactor,
  RecoveryCodes,
  SecondFactor,
  SecondFactorAnswer,
  TotpOptions,
} from '#contract/schemas/second-factor.ts'
import { api } from './http.ts'
import { practiceKey, userKey } from './scope.ts'
import { read, tokenOf } from './response-readers.ts'

// Second factors of staff: beyond the specification.

export const readSecondFactor = read.one(
  read.record<SecondFactor>({
    totpSince: read.moment,
    recoveryCodes: read.requiredNumber,
    passkeys: read.requiredNumber,
    hasPassword: read.required(read.flag, true),
    required: read.requiredFlag,
  }),
)
export const readPracticeSecondFactor = read.one(
  read.record<PracticeSecondFactor>({
    required: read.requiredFlag,
    without: read.requiredNumber,
  }),
)
const readTotpOptions = read.one(
  read.record<TotpOptions>({ secret: read.requiredText, uri: read.requiredText, setUp: read.requiredText }),
)
const readRecoveryCodes = read.one(read.record<RecoveryCodes>({ recoveryCodes: read.requiredItems(read.requiredText) }))

export const secondFactorQueries = {
  own: () =>
    queryOptions({
      queryKey: userKey('second-factor'),
      queryFn: async ({ signal }) => readSecondFactor(await api.get(paths.secondFactor, { signal, silent: true })),
    }),
  ofPractice: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'second-factor'),
      queryFn: async ({ signal }) =>
        readPracticeSecondFactor(
          await api.get(paths.practiceSecondFactor(practiceId), { signal, silent: true, nullOn404: true }),
        ),
    }),
}

/** Token of a session limited to setting up a second factor; by default the token of the tab. */
type Limited = { token?: string | undefined }
const by = ({ token }: Limited) => ({ silent: true, ...(token !== undefined && { token }) })

/** Completes the sign-in with a second factor, without a session. Returns the token. */
export const answerChallenge = async (answer: SecondFactorAnswer) =>
  tokenOf(await api.post(paths.secondFactorAuthenticate, { json: answer, token: '', silent: true }))

export const getTotpOptions = async (proof: FactorProof, limited: Limited = {}) =>
  readTotpOptions(await api.post(paths.totpOptions, { json: proof, ...by(limited) }))

export const addTotp = async (totp: NewTotp, limited: Limited = {}) =>
  readRecoveryCodes(await api.post(paths.totp, { json: totp, ...by(limited) }))

export const renewRecoveryCodes = async (proof: FactorProof) =>
  readRecoveryCodes(await api.post(paths.recoveryCodes, { json: proof, silent: true }))

export const removeTotp = (proof: FactorProof) =>
  api.post(paths.totpRemoval, { json: proof, isUnread: true, silent: true })

/** Called when the dialog of the recovery codes closes: an earlier refetch could replace the panel that contains the dialog. */
export const refetchSecondFactor = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: secondFactorQueries.own().queryKey })

export const secondFactorMutations = {
  changePractice: (practiceId: string) =>
    mutationOptions({
      mutationFn: (change: { required: boolean; proof?: FactorProof }) =>
        api.put(paths.practiceSecondFactor(practiceId), { json: change, silent: true }),
      gcTime: 0,
      meta: { invalidates: secondFactorQueries.ofPractice(practiceId).queryKey },
    }),
}
