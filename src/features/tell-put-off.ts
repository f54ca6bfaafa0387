import type { QueryClient } from '@tanstack/react-query'
import { can } from '#src/api/capabilities.ts'
import { getMailBudget } from '#src/api/mails.ts'
import { CallError, CancelledError } from '#src/lib/call-error.ts'
import { showMessage } from '#src/lib/messages.ts'

/** After what has caused mails: says how many of the practice wait, where its budget of the day is used up. */
export async function tellPutOff(queryClient: QueryClient, practiceId: string): Promise<void> {
  if (!(await can(queryClient, 'mail-budget'))) return
  try {
    const { perDay, putOff } = await getMailBudget(practiceId)
    if (putOff > 0) showMessage('info', 'admin.mailBudget.putOff', { perDay, count: putOff })
  } catch (error) {
    // What was asked for is done all the same.
    if (!(error instanceof CallError || error instanceof CancelledError)) throw error
  }
}
