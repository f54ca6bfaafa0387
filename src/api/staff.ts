import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
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

export async function inviteStaff(queryClient: QueryClient, practiceId: string, invitation: StaffInvitation) {
  await api.post(paths.staff(practiceId), { json: invitation, isUnread: true, silent: true })
  await refetchStaff(queryClient, practiceId)
}

export const changeStaff = (practiceId: string, id: string, change: StaffChange) =>
  api.put(paths.staffMember(practiceId, id), { json: change, silent: true })

export const inviteStaffAgain = (practiceId: string, id: string) =>
  api.post(paths.staffInvitation(practiceId, id), { isUnread: true, silent: true })

/** It is done; that the list could not be read again is shown by itself. */
export const refetchStaff = (queryClient: QueryClient, practiceId: string) =>
  queryClient.invalidateQueries({ queryKey: staffQueries.all(practiceId).queryKey }).catch(() => {})
