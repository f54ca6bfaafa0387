import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#contract/languages.ts'
import type { MailPreview, PreviewedMail } from '#contract/mail.ts'
import * as paths from '#contract/paths.ts'
import { api } from './http.ts'
import { practiceKey } from './scope.ts'
import { read } from './tolerate.ts'

export const readMailPreview = read.one(
  read.record<MailPreview>({ subject: read.requiredText, text: read.requiredText, html: read.requiredText }),
)

export const mailPreviewQueries = {
  /** A mail as clients of the practice get it. */
  of: (practiceId: string, search: { kind: PreviewedMail; language: Language }) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'mail-preview', search),
      // Its failure is told in its place.
      queryFn: async ({ signal }) =>
        readMailPreview(await api.get(paths.mailPreview(practiceId), { search, signal, silent: true })),
      // The practice may have been changed a moment ago.
      staleTime: 0,
    }),
}
