import type { RegisteredRouter } from '@tanstack/react-router'
import { practiceQueries } from '#src/api/practices.ts'
import { dropClientData } from '#src/api/scope.ts'
import { clientCleared } from '#src/lib/store.ts'
import { homePath } from './home-path.ts'
import { choosePracticeIfClear } from './practice-choice.ts'
import { openReturnTo } from './return-to.ts'

// Apart from `practice-choice.ts`, which every start of a session needs.

/** Asks again which practices there are, for a user who had none. */
export async function practicesChanged(router: RegisteredRouter, userId: string | null): Promise<void> {
  const { queryClient } = router.options.context
  await queryClient.query({ ...practiceQueries.own(userId), staleTime: 0 })
  await choosePracticeIfClear(queryClient, userId)
  await router.navigate({ to: homePath(), replace: true })
}

export async function choosePractice(router: RegisteredRouter, practiceId: string): Promise<void> {
  dropClientData(router.options.context.queryClient)
  clientCleared(practiceId)
  await openReturnTo(router)
}
