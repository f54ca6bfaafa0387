import type { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { type Choice, choicesOf, isChosen } from '#src/api/own-client.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { dropClientData } from '#src/api/scope.ts'
import { clientCleared, clientShown, portalState } from '#src/lib/store.ts'
import { homePath } from './home-path.ts'

/** Chooses the practice where there is only one, with one client; what was chosen before stays. */
export async function choosePracticeIfClear(queryClient: QueryClient, userId: string | null): Promise<void> {
  const practices = await queryClient.query(practiceQueries.own(userId))
  const chosen = portalState()
  const choices = choicesOf(practices)
  const [only] = choices
  if (choices.some((choice) => isChosen(choice, chosen))) return
  if (only && choices.length === 1) clientShown(chosen.clientId, only.practice.id)
  else clientCleared()
}

/** Asks again which practices there are, for a user who had none. */
export async function practicesChanged(router: RegisteredRouter, userId: string | null): Promise<void> {
  const { queryClient } = router.options.context
  await queryClient.query({ ...practiceQueries.own(userId), staleTime: 0 })
  await choosePracticeIfClear(queryClient, userId)
  await router.navigate({ to: homePath(), replace: true })
}

export async function choose(router: RegisteredRouter, { practice, client }: Choice): Promise<void> {
  const { queryClient, session } = router.options.context
  dropClientData(queryClient)
  if (client) clientShown(client.uuid, practice.id)
  else clientCleared(practice.id)
  await session.returnTo.open()
}
