import type { QueryClient } from '@tanstack/react-query'
import { can } from '#src/api/capabilities.ts'
import { getMailBudget } from '#src/api/mails.ts'
import { CallError, CancelledError } from '#src/lib/call-error.ts'
import { showMessage } from '#src/lib/messages.ts'

/** After an action that sends e-mails, shows how many are deferred because the practice's daily limit is used up. */
export async function showDeferredMails(queryClient: QueryClient, practiceId: string): Promise<void> {
  if (!(await can(queryClient, 'mail-budget'))) return
  try {
    const { perDay, putOff } = await getMailBudget(practiceId)
    if (putOff > 0) showMessage('info', 'admin.mailBudget.putOff', { perDay, count: putOff })
  } catch (error) {
    // A failure is ignored, because the action itself has succeeded.
    if (!(error instanceof CallError || error instanceof CancelledError)) throw error
  }
}
