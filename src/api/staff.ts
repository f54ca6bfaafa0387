import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import { STAFF_STATES, type StaffChange, type StaffInvitation, type StaffMember } from '#contract/staff.ts'
import { STAFF_ROLES } from '#contract/user.ts'
import { api } from './http.ts'
import { callOf } from './query-client.ts'
import { practiceKey } from './scope.ts'
import { read } from './tolerate.ts'

const member = read.record<StaffMember>({
  id: read.requiredText,
  username: read.requiredText,
  firstName: read.text,
  lastName: read.text,
  role: read.required(read.knownWord(STAFF_ROLES), 'CLINIC_USER'),
  state: read.required(read.knownWord(STAFF_STATES), 'active'),
  offeredRole: read.knownWord(STAFF_ROLES),
  declined: read.flag,
  secondFactor: read.flag,
})

export const readStaff = read.list(member)

export const staffQueries = {
  all: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'staff'),
      queryFn: async (context) => readStaff(await api.get(paths.staff(practiceId), callOf(context))),
    }),
}

const outdatesStaff = (practiceId: string) => ({ invalidates: staffQueries.all(practiceId).queryKey })

export const staffMutations = {
  invite: (practiceId: string) =>
    mutationOptions({
      mutationFn: (invitation: StaffInvitation) =>
        api.post(paths.staff(practiceId), { json: invitation, isUnread: true, silent: true }),
      meta: outdatesStaff(practiceId),
    }),

  /** Who changes their own membership may not read the list any more. */
  change: (practiceId: string, id: string, isSelf: boolean) =>
    mutationOptions({
      mutationFn: (change: StaffChange) => api.put(paths.staffMember(practiceId, id), { json: change, silent: true }),
      meta: isSelf ? {} : outdatesStaff(practiceId),
    }),

  resetSecondFactor: (practiceId: string, id: string) =>
    mutationOptions({
      mutationFn: () => api.delete(paths.staffSecondFactor(practiceId, id), { silent: true }),
      meta: outdatesStaff(practiceId),
    }),
}

export const inviteStaffAgain = (practiceId: string, id: string) =>
  api.post(paths.staffInvitation(practiceId, id), { isUnread: true, silent: true })
