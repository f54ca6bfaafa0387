import type { MailBudget } from '#contract/mail.ts'
import * as paths from '#contract/paths.ts'
import { api } from './http.ts'
import { read } from './tolerate.ts'

export const readMailBudget = read.one(
  read.record<MailBudget>({
    perDay: read.required(read.number, 0),
    left: read.required(read.number, 0),
    putOff: read.required(read.number, 0),
  }),
)

/** What a practice may still send today. It has just changed, so it is asked anew each time. */
export const getMailBudget = async (practiceId: string): Promise<MailBudget> =>
  readMailBudget(await api.get(paths.mailBudget(practiceId), { silent: true }))
