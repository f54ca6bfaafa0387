import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import type { StaffOffer } from '#contract/schemas/staff.ts'
import { STAFF_ROLES } from '#contract/roles.ts'
import { can, useCan } from './capabilities.ts'
import { api } from './http.ts'
import { userKey } from './scope.ts'
import { read } from './response-readers.ts'

const offer = read.record<StaffOffer>({
  practiceId: read.requiredText,
  name: read.requiredText,
  role: read.required(read.enumValue(STAFF_ROLES), 'CLINIC_USER'),
  currentRole: read.enumValue(STAFF_ROLES),
  offeredAt: read.required(read.moment, ''),
  secondFactor: read.flag,
})

/** Reads staff offers; drops those without a practice, because they cannot be accepted or declined. */
export const readOffers = (response: unknown): StaffOffer[] =>
  read
    .list(offer)(response)
    .filter(({ practiceId }) => practiceId.trim() !== '')

const offersQuery = () =>
  queryOptions({
    queryKey: userKey('offers'),
    queryFn: async () => readOffers(await api.get(paths.offers, { silent: true })),
  })

/** Loads the offers in the background; failures are ignored. */
export async function prefetchOffers(queryClient: QueryClient): Promise<void> {
  if (await can(queryClient, 'staff-offers')) await queryClient.query(offersQuery()).catch(() => {})
}

/** Returns offered memberships that the signed-in user has not answered; empty until they are loaded, and unless `enabled`. */
export function useOffers(enabled = true): readonly StaffOffer[] {
  const isShown = useCan('staff-offers') && enabled
  const { data = [] } = useQuery({ ...offersQuery(), enabled: isShown, retryOnMount: false })
  return isShown ? data : []
}

export const acceptOffer = (practiceId: string) => api.post(paths.offer(practiceId), { isUnread: true, silent: true })

export const declineOffer = (practiceId: string) => api.delete(paths.offer(practiceId), { silent: true })

export function forgetOffer(queryClient: QueryClient, answeredPracticeId: string): void {
  queryClient.setQueryData(offersQuery().queryKey, (offers = []) =>
    offers.filter(({ practiceId }) => practiceId !== answeredPracticeId),
  )
}
