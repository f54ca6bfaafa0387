import type { RegisteredRouter } from '@tanstack/react-router'
import { clientShown } from '#src/lib/store.ts'
import { sessionQueries } from '#src/api/session.ts'
import { choosePracticeIfClear, homePath } from './lifecycle.ts'
import { openReturnTo } from './sign-in.ts'
import { dropClient } from './viewing.ts'

/** Asks again which practices there are, for somebody who had none. */
export async function practicesChanged(router: RegisteredRouter, userId: string): Promise<void> {
  const { queryClient } = router.options.context
  await queryClient.query({ ...sessionQueries.practices(userId), staleTime: 0 })
  await choosePracticeIfClear(queryClient, userId)
  await router.navigate({ to: homePath(), replace: true })
}

export async function choosePractice(router: RegisteredRouter, practiceId: string): Promise<void> {
  dropClient(router.options.context.queryClient)
  clientShown(null, practiceId)
  await openReturnTo(router)
}
