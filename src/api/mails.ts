import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/paths.ts'
import type { PracticeReminderMails, ReminderMails } from '#contract/schemas/reminder-mails.ts'
import { can } from './capabilities.ts'
import { api } from './http.ts'
import { readClientCount } from './client-counts.ts'
import { clientKey, practiceKey } from './scope.ts'
import { read } from './response-readers.ts'
import type { MailBudget, MailPreview } from '#contract/schemas/mail.ts'
import type { Language } from '#contract/languages.ts'
import type { PreviewedMail } from '#contract/mail.ts'

// Mails of a practice: beyond the specification.

export const readReminderMails = read.one(
  read.record<ReminderMails>({ offered: read.requiredFlag, subscribed: read.requiredFlag, since: read.moment }),
)

export const readPracticeReminderMails = read.one(
  read.record<PracticeReminderMails>({
    enabled: read.requiredFlag,
    subscribers: read.requiredNumber,
    latest: read.complete<NonNullable<PracticeReminderMails['latest']>>({ week: read.day, sent: read.number }),
    sent: read.requiredNumber,
    givenUp: readClientCount,
  }),
)

// Null: the API has no reminder mails. No signal, because loaders await the response. A failure in the loader is not retried on
// mount.
export const reminderMailQueries = {
  ofClient: (clientId: string) =>
    queryOptions({
      queryKey: clientKey(clientId, 'reminder-mails'),
      queryFn: async ({ client }) =>
        (await can(client, 'reminder-mails')) ? readReminderMails(await api.get(paths.reminderMails(clientId))) : null,
      retryOnMount: false,
    }),
  ofPractice: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'reminder-mails'),
      queryFn: async ({ client }) =>
        (await can(client, 'reminder-mails'))
          ? readPracticeReminderMails(await api.get(paths.practiceReminderMails(practiceId)))
          : null,
      retryOnMount: false,
    }),
}

/** Saves whether the client gets reminder mails. A failure to reload the setting has been shown and is not thrown. */
export async function changeReminderMails(
  queryClient: QueryClient,
  clientId: string,
  subscribed: boolean,
): Promise<void> {
  await api.put(paths.reminderMails(clientId), { json: { subscribed } })
  const query = reminderMailQueries.ofClient(clientId)
  queryClient.setQueryData(query.queryKey, (former) => former && { ...former, subscribed, since: undefined })
  await queryClient.query({ ...query, staleTime: 0 }).catch(() => {})
}

export async function changePracticeReminderMails(
  queryClient: QueryClient,
  practiceId: string,
  enabled: boolean,
): Promise<void> {
  await api.put(paths.practiceReminderMails(practiceId), { json: { enabled } })
  const query = reminderMailQueries.ofPractice(practiceId)
  queryClient.setQueryData(query.queryKey, (former) => former && { ...former, enabled })
  await queryClient.query({ ...query, staleTime: 0 }).catch(() => {})
}

export const readMailBudget = read.one(
  read.record<MailBudget>({
    perDay: read.requiredNumber,
    left: read.requiredNumber,
    putOff: read.requiredNumber,
  }),
)

/** Returns today's mail budget. Not cached, because sending mails changes it. */
export const getMailBudget = async (practiceId: string): Promise<MailBudget> =>
  readMailBudget(await api.get(paths.mailBudget(practiceId), { silent: true }))

export const readMailPreview = read.one(
  read.record<MailPreview>({ subject: read.requiredText, text: read.requiredText, html: read.requiredText }),
)

export const mailPreviewQueries = {
  /** Preview of a mail as clients of the practice receive it. */
  of: (practiceId: string, search: { kind: PreviewedMail; language: Language }) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'mail-preview', search),
      // The dialog shows its failure itself.
      queryFn: async ({ signal }) =>
        readMailPreview(await api.get(paths.mailPreview(practiceId), { search, signal, silent: true })),
      // The practice may have changed a moment ago.
      staleTime: 0,
    }),
}
