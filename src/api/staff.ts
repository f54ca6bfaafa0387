import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/later-paths.ts'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import type { StaffChange, StaffInvitation, StaffMember, StaffProposal } from '#contract/schemas/staff.ts'
import { STAFF_STATES } from '#contract/staff.ts'
import { STAFF_ROLES } from '#contract/roles.ts'
import { api } from './http.ts'
import { callOf } from './query-client.ts'
import { practiceKey } from './scope.ts'
import { read } from './response-readers.ts'

const member = read.record<StaffMember>({
  id: read.requiredText,
  username: read.requiredText,
  firstName: read.text,
  lastName: read.text,
  role: read.required(read.enumValue(STAFF_ROLES), 'CLINIC_USER'),
  state: read.required(read.enumValue(STAFF_STATES), 'active'),
  offeredRole: read.enumValue(STAFF_ROLES),
  declined: read.flag,
  secondFactor: read.flag,
  lastSignIn: read.day,
  identity: read.flag,
})

export const readStaff = read.list(member, 'id')

export const readStaffProposals = read.list(
  read.record<StaffProposal>({
    id: read.requiredText,
    username: read.requiredText,
    firstName: read.text,
    lastName: read.text,
    currentRole: read.enumValue(STAFF_ROLES),
    key: read.text,
    proposedAt: read.requiredMoment,
  }),
  'id',
)

export const staffQueries = {
  all: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'staff'),
      queryFn: async (context) => readStaff(await api.get(paths.staff(practiceId), callOf(context))),
    }),

  proposals: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'staff', 'proposals'),
      // The panel shows its failure itself.
      queryFn: async ({ signal }) =>
        readStaffProposals(await api.get(paths.staffProposals(practiceId), { signal, silent: true })),
    }),
}

const outdatesStaff = (practiceId: string) => ({ invalidates: staffQueries.all(practiceId).queryKey })

export const staffMutations = {
  invite: (practiceId: string) =>
    mutationOptions({
      mutationFn: (invitation: StaffInvitation) =>
        api.post(paths.staff(practiceId), { json: invitation, isUnread: true, silent: true }),
      // The cache does not keep the proof.
      gcTime: 0,
      meta: outdatesStaff(practiceId),
    }),

  /** Changes a membership. Admins who change their own may lose the right to read the list, so it is not refetched. */
  change: (practiceId: string, id: string, isSelf: boolean) =>
    mutationOptions({
      mutationFn: (change: StaffChange) => api.put(paths.staffMember(practiceId, id), { json: change, silent: true }),
      gcTime: 0,
      meta: isSelf ? {} : outdatesStaff(practiceId),
    }),

  /** Resets the second factor of a member; without a proof for APIs that lack the capability `staff-proofs`. */
  resetSecondFactor: (practiceId: string, id: string) =>
    mutationOptions({
      mutationFn: (proof: FactorProof | undefined) =>
        proof === undefined
          ? api.delete(paths.staffSecondFactor(practiceId, id), { silent: true })
          : api.post(paths.staffSecondFactorRemoval(practiceId, id), { json: proof, isUnread: true, silent: true }),
      gcTime: 0,
      meta: outdatesStaff(practiceId),
    }),

  /** Unlinks the identities of a member at the OpenID Connect issuer. */
  unlinkIdentities: (practiceId: string, id: string) =>
    mutationOptions({
      mutationFn: () => api.delete(paths.staffIdentities(practiceId, id), { silent: true }),
      meta: outdatesStaff(practiceId),
    }),

  acceptProposal: (practiceId: string, id: string) =>
    mutationOptions({
      mutationFn: (proof: FactorProof) =>
        api.post(paths.staffProposal(practiceId, id), { json: proof, isUnread: true, silent: true }),
      gcTime: 0,
      meta: outdatesStaff(practiceId),
    }),

  declineProposal: (practiceId: string, id: string) =>
    mutationOptions({
      mutationFn: () => api.delete(paths.staffProposal(practiceId, id), { silent: true }),
      meta: outdatesStaff(practiceId),
    }),
}

export const inviteStaffAgain = (practiceId: string, id: string) =>
  api.post(paths.staffInvitation(practiceId, id), { isUnread: true, silent: true })
